import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../design/IconButton.tsx';
import { isSearchPath, searchRoot } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';

const load = async () => ({ default: (await import('./SearchInput.tsx')).SearchInput });
const SearchInput = lazy(load);
/** The field is prefetched after the first covers. */
const PREFETCH_MS = 2_500;

/** The search field on search pages, elsewhere a button that opens them. Ctrl+K or ⌘K opens them, too. */
export function SearchBox() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isSearching = isSearchPath(pathname);
  const openSearch = useCallback(() => {
    if (!isSearching) void navigate(searchRoot, { state: { from: pathname + search } });
  }, [isSearching, navigate, pathname, search]);
  useShortcut(openSearch);
  useEffect(() => {
    const timer = setTimeout(prefetch, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
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
      <SearchInput />
    </Suspense>
  ) : (
    button
  );
}

function useShortcut(openSearch: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('search input')?.focus();
      openSearch();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [openSearch]);
}

/** A failed import is repeated when the field is rendered. */
const prefetch = () => void load().catch(() => undefined);
