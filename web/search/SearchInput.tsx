import { LINE_MAX, SEARCH_FOCUS_MS } from '@promenade/contract/limits';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { paths, searchPath, searchRoot } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { saveSearch } from './recentSearchesStore.ts';
import styles from './SearchBox.module.css';

const DEBOUNCE_MS = 150;

/** The search field; its text and the `q` parameter of the URL follow each other. */
export function SearchInput({ takeTyped }: { takeTyped: () => string }) {
  const t = useText();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  /** `from` is the page that the search was opened from. */
  const state = location.state as { from: string } | null;
  const input = useRef<HTMLInputElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = new URLSearchParams(search).get('q') ?? '';
  // Links, back and forward change the text, but not while somebody types.
  useEffect(() => {
    if (input.current && debounce.current === undefined && input.current.value.trim() !== query)
      input.current.value = query;
  }, [query]);
  const focus = useEffectEvent(() => {
    const typed = takeTyped();
    if (!input.current) return;
    input.current.focus();
    if (typed === '') return;
    input.current.value = typed;
    onChange();
  });
  useEffect(() => {
    const timer = setTimeout(() => focus(), SEARCH_FOCUS_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(debounce.current);
    };
  }, []);
  const getText = () => input.current?.value.trim() ?? '';

  function cancelDebounce() {
    clearTimeout(debounce.current);
    debounce.current = undefined;
  }
  function showResults(url: string) {
    cancelDebounce();
    void navigate(url, { replace: true, state });
  }
  function onChange() {
    cancelDebounce();
    debounce.current = setTimeout(
      () => showResults(getText() === '' ? searchRoot : searchPath(getText(), getTab(pathname))),
      DEBOUNCE_MS,
    );
  }
  function clear() {
    if (input.current) input.current.value = '';
    input.current?.focus();
    showResults(searchRoot);
  }
  function leave() {
    cancelDebounce();
    void navigate(state?.from ?? paths.releases);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (getText() === '') return;
      saveSearch(getText());
      showResults(searchPath(getText()));
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (input.current?.value) clear();
      else leave();
    }
  }
  return (
    <search className={styles.box}>
      <Icon icon={Search} size={18} />
      <input
        ref={input}
        type="search"
        className={classNames('control', styles.input)}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={LINE_MAX}
        defaultValue={query}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      <IconButton icon={X} size="small" label={t('search.clear')} className={styles.clear} onClick={clear} />
    </search>
  );
}

/** The open tab; `top` on the page of an artist or label. */
function getTab(pathname: string): string {
  const [, , tab, profile] = pathname.split('/');
  return tab && !profile ? tab : 'top';
}
