import { useEffect, useLayoutEffect } from 'react';
import { create } from 'zustand';

// Blocks navigation while a form has unsaved changes. The router's own blocker needs a data router, which would exceed the
// size budget of the sign-in page. Links and `navigate` are caught by `NavigationBlocker` of the shell. For back and
// forward the browser has already changed the URL: the popstate handler goes back to the blocked entry before the router
// sees the event, and repeats the navigation once the person has confirmed it.

interface UnsavedChanges {
  isBlocked: boolean;
  /** Index of the blocked history entry. */
  historyIndex: number | undefined;
  /** A blocked navigation that waits for the answer of the person. */
  pendingNavigation: (() => void) | undefined;
}

const initial: UnsavedChanges = { isBlocked: false, historyIndex: undefined, pendingNavigation: undefined };

export const useUnsavedChanges = create<UnsavedChanges>(() => initial);

/** Navigates at once, or after the person has agreed to lose the changes. */
export function navigateOrAsk(navigate: () => void): void {
  if (useUnsavedChanges.getState().isBlocked) useUnsavedChanges.setState({ pendingNavigation: navigate });
  else navigate();
}

export const cancelNavigation = (): void => useUnsavedChanges.setState({ pendingNavigation: undefined });

export function continueNavigation(): void {
  const { pendingNavigation } = useUnsavedChanges.getState();
  useUnsavedChanges.setState(initial);
  pendingNavigation?.();
}

/** Requirement A-PROFILE-09. */
export function useNavigationBlocker(isBlocked: boolean): void {
  useEffect(() => {
    if (!isBlocked) return;
    useUnsavedChanges.setState({ isBlocked, historyIndex: getHistoryIndex(history.state) });
    return () => useUnsavedChanges.setState(initial);
  }, [isBlocked]);
}

/** The browser warns before the page is closed or reloaded (requirement A-PROFILE-08). */
export function useUnloadWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}

/** Must be called inside the router: effects of children run first, so this listener precedes that of the router. */
export function usePopstateBlocker(): void {
  useLayoutEffect(() => {
    let isGoingBack = false;
    const handlePopstate = (event: PopStateEvent) => {
      const { isBlocked, historyIndex } = useUnsavedChanges.getState();
      const target = getHistoryIndex(event.state);
      if (isGoingBack) {
        isGoingBack = false;
        event.stopImmediatePropagation();
      } else if (isBlocked && historyIndex !== undefined && target !== undefined && target !== historyIndex) {
        isGoingBack = true;
        event.stopImmediatePropagation();
        history.go(historyIndex - target);
        navigateOrAsk(() => history.go(target - historyIndex));
      }
    };
    window.addEventListener('popstate', handlePopstate, { capture: true });
    return () => window.removeEventListener('popstate', handlePopstate, { capture: true });
  }, []);
}

/** React Router stores the index of an entry as `idx`; other entries have none and are not blocked. */
function getHistoryIndex(state: unknown): number | undefined {
  const idx = (state as { idx?: unknown } | null)?.idx;
  return typeof idx === 'number' ? idx : undefined;
}
