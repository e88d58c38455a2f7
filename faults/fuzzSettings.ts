import { inject } from 'vitest';

interface FuzzSettings {
  count: number;
  seed: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `npm run fuzz`. */
    fuzz?: FuzzSettings;
  }
}

/** The test run uses a fixed seed and fewer cases than `npm run fuzz`. */
export const getFuzzSettings = (count: number): FuzzSettings => inject('fuzz') ?? { count, seed: 1 };
