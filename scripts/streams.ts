import { ReadableStream } from 'node:stream/web';

/** Test files run at once in threads of one process, across which Node's channels reach: each file has its own. */
const scope = crypto.randomUUID();
const Channel = BroadcastChannel;
function ScopedChannel(name: string): BroadcastChannel {
  return new Channel(`${scope} ${name}`);
}

// jsdom lacks ReadableStream, which browsers and Node have.
Object.assign(globalThis, { ReadableStream, BroadcastChannel: ScopedChannel });
