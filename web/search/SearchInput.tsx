import { LINE_MAX, SEARCH_FOCUS_MS } from '@promenade/contract/limits';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { paths, searchHome, searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { rememberSearch } from './recentSearchesStore.ts';
import styles from './SearchInput.module.css';

/** What is typed is asked for once the fingers rest. */
const REST_MS = 150;

/** Where the search was entered from. */
interface Entered {
  from: string;
}

/** The input of the search: what is typed stands in the address, the address in the input. */
export function SearchInput() {
  const t = useText();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const entered = location.state as Entered | null;
  const input = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = new URLSearchParams(search).get('q') ?? '';
  // A link or an arrow of the browser changed what is searched: the box says it. Not under the fingers of somebody.
  useEffect(() => {
    if (input.current && resting.current === undefined && input.current.value.trim() !== asked)
      input.current.value = asked;
  }, [asked]);
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), SEARCH_FOCUS_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(resting.current);
    };
  }, []);
  const value = () => input.current?.value.trim() ?? '';

  function rest() {
    clearTimeout(resting.current);
    resting.current = undefined;
  }
  function show(address: string) {
    rest();
    void navigate(address, { replace: true, state: entered });
  }
  function type() {
    rest();
    resting.current = setTimeout(
      () => show(value() === '' ? searchHome : searchPath(value(), tabOf(pathname))),
      REST_MS,
    );
  }
  function clear() {
    if (input.current) input.current.value = '';
    input.current?.focus();
    show(searchHome);
  }
  function leave() {
    rest();
    void navigate(entered?.from ?? paths.releases);
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (value() === '') return;
      rememberSearch(value());
      show(searchPath(value()));
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (input.current?.value) clear();
      else leave();
    }
  }
  return (
    <search className={styles.box}>
      <Icon of={Search} size={18} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={LINE_MAX}
        defaultValue={asked}
        onChange={type}
        onKeyDown={press}
      />
      <IconButton icon={X} size="small" label={t('search.clear')} className={styles.clear} onClick={clear} />
    </search>
  );
}

/** Typing stays in the tab that is open; the releases of one artist or label are not a tab. */
const tabOf = (pathname: string): string => {
  const [, , tab, profile] = pathname.split('/');
  return tab && !profile ? tab : 'top';
};
