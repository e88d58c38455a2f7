import { ReadableStream } from 'node:stream/web';

/** Test files run at once in threads of one process, across which Node's channels reach: each file has its own. */
const scope = crypto.randomUUID();
class ScopedChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${scope} ${name}`);
  }
}

// jsdom lacks ReadableStream, which browsers and Node have.
Object.assign(globalThis, { ReadableStream, BroadcastChannel: ScopedChannel });
