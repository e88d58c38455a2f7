import type { AppContext } from '../../platform/context.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { type DecodePool, getThreads, openDecodePool } from './decodePool.ts';

/** Longer than the pause between two files of an upload, or between a check and its import. */
const IDLE_MS = 20_000;

type SharedDecoders = ReturnType<typeof createSharedDecoders>;

export type JobContext = AppContext & { decoders: SharedDecoders };

interface Decoders {
  decodePool: DecodePool;
  /** Looked for once: each look starts it. */
  findFfmpeg: () => Promise<string | undefined>;
}

/** Decoder threads that all jobs of a node share. They start with the first job, and end when there was none for a while. */
export function createSharedDecoders(ffmpegPath: string | undefined) {
  let opened: Promise<Decoders> | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<Decoders> {
    const ffmpeg = await findFfmpeg(ffmpegPath);
    return { decodePool: openDecodePool(getThreads(ffmpeg)), findFfmpeg: async () => ffmpeg };
  }

  /** A job that still runs ends with the process: without its threads it would refuse its delivery. */
  async function close(): Promise<void> {
    clearTimeout(timer);
    if (users > 0) return;
    const closing = opened;
    opened = undefined;
    await (await closing)?.decodePool.close();
  }

  return {
    async use<T>(work: (decoders: Decoders) => Promise<T>): Promise<T> {
      clearTimeout(timer);
      users++;
      try {
        return await work(await (opened ??= open()));
      } finally {
        users--;
        if (users === 0) timer = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}
