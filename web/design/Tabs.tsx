import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface Props<Id extends string> {
  /** What the tabs divide, for ears. */
  label: string;
  tabs: readonly { id: Id; text: string }[];
  selected: Id;
  /** Of the element that shows the selected part; it is named by `tabId`. */
  panelId: string;
  onSelect: (id: Id) => void;
}

/** The id of a tab, by which its panel is named. */
export const tabId = (panelId: string, id: string): string => `${panelId}-${id}`;

/** A row of tabs. Arrows move between them, Enter or Space chooses: choosing may ask a question first. */
export function Tabs<Id extends string>({ label, tabs, selected, panelId, onSelect }: Props<Id>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (row.current) showSelected(row.current);
  }, [selected]);
  return (
    <div ref={row} role="tablist" aria-label={label} className={styles.tabs}>
      {tabs.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(panelId, id)}
          aria-selected={id === selected}
          aria-controls={panelId}
          tabIndex={id === selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(id)}
          onKeyDown={moveFocus}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** A phone may have no room for all of them. Moves the row alone: `scrollIntoView` would move the page, too. */
function showSelected(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-selected=true]');
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.children ?? [])];
  const place = tabs.indexOf(event.currentTarget);
  const next = {
    ArrowRight: (place + 1) % tabs.length,
    ArrowLeft: (place - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  const tab = next === undefined ? undefined : tabs[next];
  if (!(tab instanceof HTMLElement)) return;
  event.preventDefault();
  tab.focus();
}
