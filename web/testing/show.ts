import './english.ts';
import { cleanup, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';
import { endSession } from '../platform/session.ts';

/** Shows a piece of the player at an address and answers the person who uses it. */
export function show(piece: ReactNode, at = '/'): UserEvent {
  render(createElement(MemoryRouter, { initialEntries: [at] }, piece));
  return userEvent.setup();
}

afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
});
