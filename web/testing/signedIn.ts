import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { ScrollerContext } from '../design/scroller.ts';
import { makeQueryClient } from '../platform/queryClient.ts';

/** A piece of the player with what the shell of a signed-in person gives it: a cache, and the page as its scroller. */
export function signedIn(piece: ReactNode): ReactNode {
  return createElement(
    QueryClientProvider,
    { client: makeQueryClient() },
    createElement(ScrollerContext, { value: document.documentElement }, piece),
  );
}
