import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { MP3_KBITS } from '@promenade/contract/limits';
import { createMp3Encoder } from 'wasm-media-encoders';
import { encodeWithFfmpeg, type OnProcess } from './ffmpeg.ts';
import { infoFrame, readMpegFrame } from './mpeg.ts';

/** Writes one MP3 file of 320 kbit/s with an Info header and nothing else in front. */
export interface Mp3Writer {
  write(channels: Float32Array[]): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
}

interface Target {
  path: string;
  sampleRate: number;
  /** Of the sound; more than two are mixed down to two. */
  channels: number;
}

/** With ffmpeg where there is one, else with the encoder brought along. */
export async function writeMp3(target: Target, ffmpeg: string | undefined, onProcess: OnProcess): Promise<Mp3Writer> {
  const settings = { ...target, outputRate: mp3Rate(target.sampleRate), channels: Math.min(2, target.channels) };
  return ffmpeg ? ffmpegWriter(ffmpeg, settings, onProcess) : embeddedWriter(settings);
}

/** 44.1 and 48 kHz stay; multiples of 44.1 come down to it, all others become 48. */
export const mp3Rate = (rate: number): 44_100 | 48_000 => (rate % 11_025 === 0 ? 44_100 : 48_000);

type Settings = Target & { outputRate: 44_100 | 48_000 };

function ffmpegWriter(ffmpeg: string, settings: Settings, onProcess: OnProcess): Mp3Writer {
  const { stdin, ended, kill } = encodeWithFfmpeg(ffmpeg, settings, onProcess);
  // Told again where it is awaited; here only so that an early end is never unhandled.
  ended.catch(() => {});
  return {
    async write(channels) {
      if (!stdin.write(interleave(downmix(channels)))) await Promise.race([once(stdin, 'drain'), ended]);
    },
    async finish() {
      stdin.end();
      await ended;
    },
    async abort() {
      kill();
      await ended.catch(() => {});
    },
  };
}

async function embeddedWriter({ path, sampleRate, outputRate, channels }: Settings): Promise<Mp3Writer> {
  const encoder = await createMp3Encoder();
  if (channels !== 1 && channels !== 2) throw new RangeError(`${channels} channels`);
  encoder.configure({ channels, sampleRate, bitrate: MP3_KBITS, outputSampleRate: outputRate });
  const file = await open(path, 'w');
  let first: Buffer | undefined;
  let bytes = 0;
  let frames = 0;
  const append = async (encoded: Uint8Array) => {
    if (encoded.length === 0) return;
    first ??= Buffer.from(encoded.subarray(0, 4));
    // The Info frame needs the final numbers: its place is kept free.
    await file.write(encoded, 0, encoded.length, infoFrame(first, 0, 0, 0).length + bytes);
    bytes += encoded.length;
  };
  return {
    async write(sound) {
      const mixed = downmix(sound);
      frames += mixed[0]?.length ?? 0;
      await append(encoder.encode(mixed));
    },
    async finish() {
      await append(encoder.finalize());
      if (first) {
        const count = Math.round(bytes / ((144_000 * MP3_KBITS) / (readMpegFrame(first, 0)?.sampleRate ?? outputRate)));
        await file.write(
          infoFrame(first, count, bytes, Math.round((frames * outputRate) / sampleRate)),
          0,
          undefined,
          0,
        );
      }
      await file.close();
    },
    abort: () => file.close(),
  };
}

/** Surround to stereo: centre and rear at −3 dB, the bass channel left out (order: L R C LFE Ls Rs). */
export function downmix(channels: Float32Array[]): Float32Array[] {
  const [left, right, centre, ...others] = channels;
  if (!left || !right || !centre) return channels;
  const rear = channels.length >= 6 ? others.slice(1) : others;
  const mix = (front: Float32Array, own: Float32Array[]) =>
    front.map((sample, at) => {
      const more = own.reduce((sum, channel) => sum + (channel[at] ?? 0), centre[at] ?? 0);
      return Math.max(-1, Math.min(1, sample + more * Math.SQRT1_2));
    });
  return [
    mix(
      left,
      rear.filter((_, at) => at % 2 === 0),
    ),
    mix(
      right,
      rear.filter((_, at) => at % 2 === 1),
    ),
  ];
}

function interleave(channels: Float32Array[]): Buffer {
  const out = new Float32Array((channels[0]?.length ?? 0) * channels.length);
  for (const [channel, samples] of channels.entries()) {
    let at = channel;
    for (const sample of samples) {
      out[at] = sample;
      at += channels.length;
    }
  }
  return Buffer.from(out.buffer);
}
