import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router';
import { whenFree } from './leaving.ts';

/**
 * Lets everything inside navigate only when nothing is unsaved. The router's own blocker needs a data router, which would
 * cost the sign-in page its budget; every link and `navigate` goes through this one navigator, so it is the place to ask.
 */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const asking = useMemo(() => ({ ...context, navigator: askingNavigator(context.navigator) }), [context]);
  return <NavigationContext value={asking}>{children}</NavigationContext>;
}

function askingNavigator(navigator: Navigator): Navigator {
  return {
    ...navigator,
    push: (...where) => whenFree(() => navigator.push(...where)),
    replace: (...where) => whenFree(() => navigator.replace(...where)),
    go: (steps) => whenFree(() => navigator.go(steps)),
  };
}
