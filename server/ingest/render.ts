import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { openSound } from './decode.ts';
import { writeMp3 } from './encode.ts';
import type { OnProcess } from './ffmpeg.ts';
import type { MediaFormat } from './format.ts';
import { CHANNELS_MAX, SAMPLE_RATE_MAX, SAMPLE_RATE_MIN, SECONDS_MAX } from './limits.ts';
import { measureLoudness } from './loudness.ts';
import { findReadyFrames } from './mpeg.ts';
import { toPcm } from './pcm.ts';
import { collectPeaks } from './peaks.ts';
import { DeliveryRefused } from './refused.ts';
import type { Sound } from './sound.ts';
import { WAV_DATA_OFFSET, writeWav } from './wavFile.ts';

/** A WAV download: a file made here, or a stretch of PCM within the delivered file. */
export interface WavRendition {
  path: string | null;
  offset: number;
  bytes: number;
  sampleRate: number;
  channels: number;
  bits: number;
}

/** What was heard in one audio file and made of it. Paths are temporary files of the caller's. */
export interface Rendered {
  seconds: number;
  /** 1,800 pairs of signed bytes. */
  peaks: Uint8Array;
  /** LUFS, LU and dBFS; null for silence. */
  loudness: number | null;
  range: number | null;
  peak: number | null;
  sampleRate: number;
  channels: number;
  bits: number;
  lossy: string | null;
  mp3: { path: string; sampleRate: number; channels: number };
  wav: WavRendition;
  warning: string | null;
}

/** One audio file and where its results go. */
export interface RenderJob {
  path: string;
  media: MediaFormat;
  /** Where the made files go: `<stem>.mp3`, `<stem>.wav`. */
  stem: string;
  ffmpeg: string | undefined;
}

/** A header of a lossy file rounds; one that lacks more than this has been cut off. */
const MISSING_SECONDS_MAX = { lossless: 0.05, lossy: 0.5 };

/**
 * Decodes one file once: analysis, MP3 and WAV come out of the same pass, in constant memory. Leaves no file behind when it throws.
 * @throws DeliveryRefused with the reason for the sender
 */
export async function renderAudio(
  job: RenderJob,
  onProgress: (seconds: number) => void,
  onProcess: OnProcess,
): Promise<Rendered> {
  const file = await open(job.path, 'r');
  try {
    const { size } = await file.stat();
    const sound = await openSound({ path: job.path, file, bytes: size, media: job.media }, job.ffmpeg, onProcess);
    if (sound.channels > CHANNELS_MAX) throw new DeliveryRefused(`${sound.channels} channels are too many.`);
    if (sound.sampleRate < SAMPLE_RATE_MIN || sound.sampleRate > SAMPLE_RATE_MAX) {
      throw new DeliveryRefused(`A sample rate of ${sound.sampleRate} Hz is not taken.`);
    }
    const ready = job.media.format === 'mp3' ? await findReadyFrames(file, size) : undefined;
    const rendered = await renderSound(job, sound, ready === undefined, onProgress, onProcess);
    if (ready) await copyStretch(job.path, ready, rendered.mp3.path);
    return rendered;
  } catch (error) {
    await rm(`${job.stem}.mp3`, { force: true });
    await rm(`${job.stem}.wav`, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function renderSound(
  job: RenderJob,
  sound: Sound,
  encode: boolean,
  onProgress: (seconds: number) => void,
  onProcess: OnProcess,
): Promise<Rendered> {
  const { sampleRate, channels, bits, float } = sound;
  const peaks = collectPeaks();
  const loudness = measureLoudness(sampleRate, channels);
  const mp3Path = `${job.stem}.mp3`;
  const mp3 = encode ? await writeMp3({ path: mp3Path, sampleRate, channels }, job.ffmpeg, onProcess) : undefined;
  const wav = sound.inPlace ? undefined : await writeWav(`${job.stem}.wav`, { sampleRate, channels, bits, float });
  let frames = 0;
  try {
    for await (const block of sound.blocks) {
      frames += block.channels[0]?.length ?? 0;
      if (frames > SECONDS_MAX * sampleRate)
        throw new DeliveryRefused(`It is longer than ${SECONDS_MAX / 3600} hours.`);
      peaks.add(block.channels);
      loudness.add(block.channels);
      await mp3?.write(block.channels);
      await wav?.write(block.pcm ?? toPcm(block.channels, bits));
      onProgress(frames / sampleRate);
    }
    refuseIncomplete(frames / sampleRate, job.media);
    await mp3?.finish();
    const wavBytes = await wav?.finish();
    const highest = peaks.highest();
    const { loudness: lufs, range } = loudness.result();
    return {
      seconds: frames / sampleRate,
      peaks: peaks.peaks(),
      loudness: lufs,
      range,
      peak: highest > 0 ? 20 * Math.log10(highest) : null,
      sampleRate,
      channels,
      bits,
      lossy: sound.lossy,
      mp3: { path: mp3Path, sampleRate, channels: Math.min(2, channels) },
      wav: {
        path: wav ? `${job.stem}.wav` : null,
        offset: sound.inPlace?.offset ?? WAV_DATA_OFFSET,
        bytes: sound.inPlace?.bytes ?? wavBytes ?? 0,
        sampleRate,
        channels,
        bits,
      },
      warning: sound.warning ?? null,
    };
  } catch (error) {
    await mp3?.abort();
    await wav?.abort();
    throw error;
  }
}

function refuseIncomplete(seconds: number, { seconds: said, lossless }: MediaFormat): void {
  if (seconds === 0) throw new DeliveryRefused('No sound could be decoded.');
  const missing = lossless ? MISSING_SECONDS_MAX.lossless : MISSING_SECONDS_MAX.lossy;
  if (said !== undefined && Number.isFinite(said) && seconds < said - missing) {
    throw new DeliveryRefused(
      `The file ends early or is damaged: ${seconds.toFixed(1)} of ${said.toFixed(1)} seconds could be decoded.`,
    );
  }
}

async function copyStretch(
  path: string,
  { offset, bytes }: { offset: number; bytes: number },
  to: string,
): Promise<void> {
  await pipeline(createReadStream(path, { start: offset, end: offset + bytes - 1 }), createWriteStream(to));
}
