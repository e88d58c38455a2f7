import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { MP3_KBITS } from '@promenade/contract/limits';
import { createMp3Encoder } from 'wasm-media-encoders';
import { buildInfoFrame, parseMp3FrameHeader } from '../decoders/mp3Frames.ts';
import { encodePcm } from '../decoders/pcm.ts';
import { encodeWithFfmpeg, type OnProcess } from './ffmpeg.ts';

export interface Mp3Writer {
  write(channels: Float32Array[]): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
}

interface Mp3Output {
  path: string;
  sampleRate: number;
  channels: number;
  /** Leaves out the Info header and makes frames that need no other one, which only ffmpeg can. */
  isSpliceable?: boolean;
}

type EncoderSettings = Mp3Output & { outputRate: 44_100 | 48_000 };

/** Multiples of 11,025 Hz become 44.1 kHz, other rates 48 kHz. */
export const mp3RateOf = (sampleRate: number): 44_100 | 48_000 => (sampleRate % 11_025 === 0 ? 44_100 : 48_000);

/** Writes an MP3 file of 320 kbit/s with an Info header and no tags, with ffmpeg or the embedded encoder. */
export async function openMp3Writer(
  output: Mp3Output,
  ffmpeg: string | undefined,
  onProcess: OnProcess,
): Promise<Mp3Writer> {
  const settings: EncoderSettings = { ...output, outputRate: mp3RateOf(output.sampleRate) };
  return ffmpeg ? openFfmpegWriter(ffmpeg, settings, onProcess) : openEmbeddedWriter(settings);
}

function openFfmpegWriter(ffmpeg: string, settings: EncoderSettings, onProcess: OnProcess): Mp3Writer {
  const { stdin, exit, kill } = encodeWithFfmpeg(ffmpeg, settings, onProcess);
  return {
    async write(channels) {
      if (stdin.write(encodePcm(channels, { bits: 32, float: true }))) return;
      const drained = once(stdin, 'drain').catch(async (reason: unknown) => {
        // A broken pipe: why ffmpeg ended says more.
        await exit;
        throw reason;
      });
      await Promise.race([drained, exit]);
    },
    async finish() {
      stdin.end();
      await exit;
    },
    async abort() {
      kill();
      await exit.catch(() => {});
    },
  };
}

async function openEmbeddedWriter({ path, sampleRate, outputRate, channels }: EncoderSettings): Promise<Mp3Writer> {
  const encoder = await createMp3Encoder();
  if (channels !== 1 && channels !== 2) throw new RangeError(`Unsupported number of channels: ${channels}`);
  encoder.configure({ channels, sampleRate, bitrate: MP3_KBITS, outputSampleRate: outputRate });
  const file = await open(path, 'w');
  let firstHeader: Buffer | undefined;
  let bytes = 0;
  let frames = 0;
  const append = async (encoded: Uint8Array) => {
    if (encoded.length === 0) return;
    firstHeader ??= Buffer.from(encoded.subarray(0, 4));
    // Leaves room for the Info frame, which needs the final numbers.
    await file.write(encoded, 0, encoded.length, buildInfoFrame(firstHeader, 0, 0, 0).length + bytes);
    bytes += encoded.length;
  };
  return {
    async write(source) {
      frames += source[0]?.length ?? 0;
      await append(encoder.encode(source));
    },
    async finish() {
      await append(encoder.finalize());
      if (firstHeader) {
        const rate = parseMp3FrameHeader(firstHeader, 0)?.sampleRate ?? outputRate;
        const mp3Frames = Math.round(bytes / ((144_000 * MP3_KBITS) / rate));
        const samples = Math.round((frames * outputRate) / sampleRate);
        await file.write(buildInfoFrame(firstHeader, mp3Frames, bytes, samples), 0, undefined, 0);
      }
      await file.close();
    },
    abort: () => file.close(),
  };
}
