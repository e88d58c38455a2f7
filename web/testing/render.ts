import './english.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';
import { ScrollerContext } from '../design/scroller.ts';
import { createQueryClient } from '../platform/queryClient.ts';
import { endSession } from '../platform/session.ts';

// As other waits: long enough for a busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** Renders an element at an address of a memory router. After each test the page and the browser's storage are cleared. */
export function renderScreen(element: ReactNode, address = '/'): UserEvent {
  render(createElement(MemoryRouter, { initialEntries: [address] }, element));
  return userEvent.setup();
}

/**
 * Adds what the shell provides: a query cache, and the document as the scroller. What fails is repeated as often as in the
 * product, but at once: queryClient.test.tsx has the waits.
 */
export function withProviders(element: ReactNode): ReactNode {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  return createElement(
    QueryClientProvider,
    { client },
    createElement(ScrollerContext, { value: document.documentElement }, element),
  );
}

afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
});
