import { useEffect, useEffectEvent } from 'react';

// Each open panel that lies over the page has an entry of its own in the browser history, so that Back closes the panel that
// was opened last, and not the page. The entry is a copy of that of the page, with the number of open panels in its state:
// the router notices no difference. An entry without its panels, after a reload or by the forward button, is left at once.

/** Another navigation may cancel a traversal, which then has no event. */
const TRAVERSAL_MAX_MS = 1_000;

interface Panel {
  close: () => void;
}

/** The open panels, the last one on top. */
let panels: Panel[] = [];
/** What waits for the end of a traversal, which is asynchronous; undefined while there is none. */
let waiting: (() => void)[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const countEntries = (): number => (history.state as { panels?: number } | null)?.panels ?? 0;

function traverse(delta: number): void {
  waiting = [];
  timer = setTimeout(handlePopstate, TRAVERSAL_MAX_MS);
  history.go(delta);
}

/** Adds the entries that are missing, or leaves those of panels that are closed. */
function syncEntries(): void {
  if (waiting) return;
  const count = countEntries();
  if (count > panels.length) traverse(panels.length - count);
  for (let entry = count + 1; entry <= panels.length; entry += 1)
    history.pushState({ ...history.state, panels: entry }, '');
}

function handlePopstate(): void {
  const done = waiting;
  waiting = undefined;
  clearTimeout(timer);
  // A panel that asks before it closes, and stays, gets its entry back.
  if (!done) for (const panel of panels.slice(countEntries()).reverse()) panel.close();
  for (const step of done ?? []) leavePanels(step);
  if (!done?.length) queueMicrotask(syncEntries);
}

// Before the router, which renders another page at once.
window.addEventListener('popstate', handlePopstate, { capture: true });
queueMicrotask(syncEntries);

/** Calls `navigate` when the entry of the page is the current one: the panels over it are left with it. */
export function leavePanels(navigate: () => void): void {
  const count = countEntries();
  if (!waiting && count === 0) return navigate();
  panels = [];
  if (!waiting) traverse(-count);
  waiting?.push(navigate);
}

/** While the calling component is rendered, Back calls `onBack` instead of leaving the page. */
export function usePanelEntry(onBack: () => void, hasEntry = true): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!hasEntry) return;
    const panel: Panel = { close: () => close() };
    panels.push(panel);
    // Later, so that a panel that replaces another one keeps its entry.
    queueMicrotask(syncEntries);
    return () => {
      panels = panels.filter((other) => other !== panel);
      queueMicrotask(syncEntries);
    };
  }, [hasEntry]);
}
