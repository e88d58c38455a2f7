import { ReadableStream } from 'node:stream/web';

// A browser has them, and so has Node, but neither jsdom nor the world of its own that each file of tests runs in.
Object.assign(globalThis, { ReadableStream });
