import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface Props<Id extends string> {
  label: string;
  tabs: readonly { id: Id; text: string }[];
  selected: Id;
  /** Id of the tab panel; `tabId` gives the id that labels it. */
  panelId: string;
  onSelect: (id: Id) => void;
}

export const tabId = (panelId: string, id: string): string => `${panelId}-${id}`;

/** Tabs with manual activation: arrows move the focus, Enter or Space selects, because selecting may ask first. */
export function Tabs<Id extends string>({ label, tabs, selected, panelId, onSelect }: Props<Id>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (row.current) centerSelected(row.current);
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

/** Scrolls the row sideways; `scrollIntoView` would scroll the page too. */
export function centerSelected(row: HTMLElement, selected = '[aria-selected=true]'): void {
  const tab = row.querySelector<HTMLElement>(selected);
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.children ?? [])];
  const index = tabs.indexOf(event.currentTarget);
  const next = {
    ArrowRight: (index + 1) % tabs.length,
    ArrowLeft: (index - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  const tab = next === undefined ? undefined : tabs[next];
  if (!(tab instanceof HTMLElement)) return;
  event.preventDefault();
  tab.focus();
}
