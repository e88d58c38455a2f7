import './english.ts';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';
import { endSession } from '../platform/session.ts';

/** A machine that does other things beside gets the time it needs; what never comes still fails. */
configure({ asyncUtilTimeout: 5_000 });

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
