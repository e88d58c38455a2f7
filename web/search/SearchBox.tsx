import { Search } from 'lucide-react';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../design/IconButton.tsx';
import { getPressedKey, isWithin, TEXT_FIELD } from '../design/keyTargets.ts';
import { isSearchPath, searchRoot } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';

const load = async () => ({ default: (await import('./SearchInput.tsx')).SearchInput });
const SearchInput = lazy(load);
const HAS_KEYS = `${TEXT_FIELD}, [role=dialog], [role=alertdialog]`;

/** The search field on search pages, elsewhere a button that opens them. Ctrl+K or ⌘K opens them, too. */
export function SearchBox() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isSearching = isSearchPath(pathname);
  /** What is typed after the search was opened, until its field has the focus; undefined at other times. */
  const typed = useRef<string>(undefined);
  const openSearch = useCallback(() => {
    if (isSearching) return;
    typed.current = '';
    void navigate(searchRoot, { state: { from: pathname + search } });
  }, [isSearching, navigate, pathname, search]);
  const takeTyped = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = undefined;
    return text;
  }, []);
  useEffect(() => {
    if (!isSearching) takeTyped();
  }, [isSearching, takeTyped]);
  useKeys(openSearch, typed);
  const button = (
    <IconButton
      icon={Search}
      label={t('search.open')}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={openSearch}
    />
  );
  return isSearching ? (
    <Suspense fallback={button}>
      <SearchInput takeTyped={takeTyped} />
    </Suspense>
  ) : (
    button
  );
}

/** The shortcut, and what is typed before the field is there. */
function useKeys(openSearch: () => void, typed: RefObject<string | undefined>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const hasModifier = ctrlKey || metaKey;
      if (getPressedKey(event) === 'k' && hasModifier && !shiftKey && !altKey) {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('search input')?.focus();
        openSearch();
      } else if (key === 'Escape') typed.current = undefined;
      else if (typed.current !== undefined && key.length === 1 && !hasModifier && !isWithin(event.target, HAS_KEYS)) {
        event.preventDefault();
        // It is no shortcut of the player.
        event.stopPropagation();
        typed.current += key;
      }
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [openSearch, typed]);
}

/** A failed import is repeated when the field is rendered. */
const prefetch = () => void load().catch(() => undefined);
