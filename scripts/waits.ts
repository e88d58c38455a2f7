import { vi } from 'vitest';

/** Default of each wait for a state, in milliseconds: long enough for a busy machine. */
const WAIT_MS = 15_000;

// Vitest has a setting for expect.poll alone; one second is too short for the others.
const { waitFor, waitUntil } = vi;
type Options = Exclude<Parameters<typeof waitFor>[1], number>;
const withDefault = (options?: number | Options): number | Options =>
  typeof options === 'number' ? options : { timeout: WAIT_MS, ...options };
vi.waitFor = (callback, options) => waitFor(callback, withDefault(options));
vi.waitUntil = (callback, options) => waitUntil(callback, withDefault(options));
