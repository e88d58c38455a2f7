import { ReadableStream } from 'node:stream/web';

// jsdom lacks ReadableStream, which browsers and Node have.
Object.assign(globalThis, { ReadableStream });
