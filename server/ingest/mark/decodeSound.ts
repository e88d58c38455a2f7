import { open } from 'node:fs/promises';
import { downmix, getStereoShares } from '../analysis/channels.ts';
import type { AudioBlock } from '../decoders/pcm.ts';
import { inspectFile } from '../read/inspect.ts';
import { decodeAtRate, openDecoder } from '../sound/decode.ts';
import type { OnProcess } from '../sound/ffmpeg.ts';
import { mp3RateOf } from '../sound/mp3Writer.ts';

export interface Tools {
  ffmpeg: string;
  onProcess: OnProcess;
}

export interface Sound {
  sampleRate: number;
  channels: number;
  blocks: AsyncIterable<AudioBlock>;
}

/**
 * Opens a file as mono or stereo at a sample rate; default: that of the MP3s that are made of it. ffmpeg decodes all but
 * lossless files of that rate.
 */
export async function openSound(path: string, rate: number | undefined, { ffmpeg, onProcess }: Tools): Promise<Sound> {
  const { media, bytes } = await inspectFile(path, () => {});
  const sampleRate = rate ?? mp3RateOf(media.sampleRate ?? 0);
  const file = await open(path, 'r');
  const source = { path, file, bytes, media };
  const isDirect = media.lossless && media.sampleRate === sampleRate;
  const { channels, channelMask, blocks } = isDirect
    ? await openDecoder(source, ffmpeg, onProcess)
    : await decodeAtRate(source, sampleRate, ffmpeg, onProcess);
  async function* stereoBlocks() {
    try {
      for await (const block of blocks)
        yield channels > 2 ? { channels: downmix(block.channels, getStereoShares(channelMask)) } : block;
    } finally {
      await file.close();
    }
  }
  return { sampleRate, channels: Math.min(2, channels), blocks: stereoBlocks() };
}

/** The sample rate of the MP3s that are made of a file. */
export async function readMp3Rate(path: string): Promise<number> {
  const { media } = await inspectFile(path, () => {});
  return mp3RateOf(media.sampleRate ?? 0);
}

/** Reads samples in portions of any size; gives zeros behind the end. */
export function createSampleQueue({ blocks, channels }: Pick<Sound, 'blocks' | 'channels'>) {
  const iterator = blocks[Symbol.asyncIterator]();
  let current: Float32Array[] = [];
  let position = 0;
  let isAtEnd = false;
  return {
    async read(count: number): Promise<Float32Array[]> {
      const out = Array.from({ length: channels }, () => new Float32Array(count));
      for (let filled = 0; filled < count && !isAtEnd; ) {
        const length = current[0]?.length ?? 0;
        const part = Math.min(count - filled, length - position);
        for (const [channel, samples] of out.entries())
          samples.set(current[channel]?.subarray(position, position + part) ?? [], filled);
        filled += part;
        position += part;
        if (position < length) continue;
        const next = await iterator.next();
        isAtEnd = next.done === true;
        current = next.done ? [] : next.value.channels;
        position = 0;
      }
      return out;
    },
    isAtEnd: () => isAtEnd,
    close: async () => {
      await iterator.return?.(undefined);
    },
  };
}
