import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../design/IconButton.tsx';
import { isSearch, searchHome } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';

const SearchInput = lazy(async () => ({ default: (await import('./SearchInput.tsx')).SearchInput }));

/** The way into the search: a button elsewhere, the input itself within the search. Ctrl or ⌘ and K lead there, too. */
export function SearchBox() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isSearching = isSearch(pathname);
  const enter = useCallback(() => {
    if (!isSearching) void navigate(searchHome, { state: { from: pathname + search } });
  }, [isSearching, navigate, pathname, search]);
  useShortcut(enter);
  if (isSearching) {
    return (
      <Suspense fallback={null}>
        <SearchInput />
      </Suspense>
    );
  }
  return <IconButton icon={Search} label={t('search.open')} onClick={enter} />;
}

function useShortcut(enter: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('search input')?.focus();
      enter();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enter]);
}
