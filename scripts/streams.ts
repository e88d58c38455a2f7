import {
  CompressionStream,
  DecompressionStream,
  ReadableStream,
  TransformStream,
  WritableStream,
} from 'node:stream/web';

/** Test files run at once in threads of one process, across which Node's channels reach: each file has its own. */
const scope = crypto.randomUUID();
const Channel = BroadcastChannel;
function ScopedChannel(name: string): BroadcastChannel {
  return new Channel(`${scope} ${name}`);
}

// jsdom lacks streams, which browsers and Node have.
const streams = { CompressionStream, DecompressionStream, ReadableStream, TransformStream, WritableStream };
Object.assign(globalThis, { ...streams, BroadcastChannel: ScopedChannel });
