import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../design/IconButton.tsx';
import { isSearch, searchHome } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';

const SearchInput = lazy(async () => ({ default: (await import('./SearchInput.tsx')).SearchInput }));

/** The search field on search pages, elsewhere a button that opens them. Ctrl+K or ⌘K opens them, too. */
export function SearchBox() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isSearching = isSearch(pathname);
  const openSearch = useCallback(() => {
    if (!isSearching) void navigate(searchHome, { state: { from: pathname + search } });
  }, [isSearching, navigate, pathname, search]);
  useShortcut(openSearch);
  if (isSearching) {
    return (
      <Suspense fallback={null}>
        <SearchInput />
      </Suspense>
    );
  }
  return <IconButton icon={Search} label={t('search.open')} onClick={openSearch} />;
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
