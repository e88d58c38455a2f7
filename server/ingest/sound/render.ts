import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  CHANNELS_MAX,
  DeliveryRefusal,
  DURATION_SECONDS_MAX,
  SAMPLE_RATE_MAX,
  SAMPLE_RATE_MIN,
  SAMPLE_RATES,
} from '../../catalogue/document/deliveryRules.ts';
import type { Analysis } from '../../catalogue/document/releaseDraft.ts';
import { createAnalyser } from '../analysis/analysis.ts';
import { createFaultMeter } from '../analysis/faultMeter.ts';
import { buildMissingInfoFrame, locateFrames, type Mp3Frames } from '../decoders/mp3Frames.ts';
import { encodePcm } from '../decoders/pcm.ts';
import { inspectFile, type MediaFormat } from '../read/inspect.ts';
import { type DecodedAudio, openDecoder } from './decode.ts';
import { MP3_BYTES_PER_SECOND } from './decodeRoom.ts';
import type { OnProcess } from './ffmpeg.ts';
import { openMp3Writer } from './mp3Writer.ts';
import { createPeakCollector } from './peaks.ts';
import { openWavWriter } from './wavWriter.ts';

export interface RenderedAudio {
  seconds: number;
  /** 1,800 pairs of signed bytes. */
  peaks: Uint8Array;
  /** LUFS; null for silence. */
  loudness: number | null;
  /** LU; null for silence. */
  range: number | null;
  analysis: Analysis;
  /** dBFS; null for silence. */
  peak: number | null;
  clippedSamples: number;
  /** Seconds. */
  edgeSilence: number;
  sampleRate: number;
  channels: number;
  bits: number;
  lossyCodec: string | null;
  mp3Path: string;
  /** A temporary file, or (path null) a range of PCM in the delivered file. */
  wav: { path: string | null; offset: number; bytes: number };
  warning: string | null;
}

export interface RenderJob {
  path: string;
  media: MediaFormat;
  /** Path of the results without extension: `<stem>.mp3`, `<stem>.wav`. */
  stem: string;
  /** Makes the analysis alone. */
  isCheck?: boolean;
  /** Most bytes of MP3 and WAV together. */
  bytesMax?: number;
  ffmpeg: string | undefined;
}

/** A change makes imports decode again what an earlier version decoded and kept. */
export const RENDERING_VERSION = 1;

/** Headers of lossy files are rounded; a larger difference means that the file is cut off. */
const MISSING_SECONDS_MAX = { lossless: 0.05, lossy: 0.5 };

/**
 * Decodes a file once and makes analysis, MP3 and WAV in the same pass, in constant memory. Leaves no file when it
 * throws.
 */
export async function renderAudio(
  job: RenderJob,
  onProgress: (seconds: number) => void,
  onProcess: OnProcess,
): Promise<RenderedAudio> {
  const file = await open(job.path, 'r');
  try {
    const { size } = await file.stat();
    const audio = await openDecoder({ path: job.path, file, bytes: size, media: job.media }, job.ffmpeg, onProcess);
    if (audio.channels > CHANNELS_MAX)
      throw new DeliveryRefusal(`It has ${audio.channels} channels; at most ${CHANNELS_MAX} are taken.`);
    if (audio.sampleRate < SAMPLE_RATE_MIN || audio.sampleRate > SAMPLE_RATE_MAX) {
      throw new DeliveryRefusal(`Its sample rate is ${audio.sampleRate} Hz; ${SAMPLE_RATES} are taken.`);
    }
    const frames = job.media.format === 'mp3' ? await locateFrames(file, size) : undefined;
    const rendered = await renderDecoded(job, audio, !frames?.areServable && !job.isCheck, onProgress, onProcess);
    if (frames?.areServable && !job.isCheck) await copyFrames(job.path, frames, rendered.mp3Path);
    return rendered;
  } catch (error) {
    await rm(`${job.stem}.mp3`, { force: true });
    await rm(`${job.stem}.wav`, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Decodes a stored original once and makes only its analysis. */
export async function measureAudio(
  path: string,
  ffmpeg: string | undefined,
  onProgress: (seconds: number) => void,
  onProcess: OnProcess,
): Promise<Analysis> {
  const { media, bytes } = await inspectFile(path, () => {});
  const file = await open(path, 'r');
  try {
    const audio = await openDecoder({ path, file, bytes, media }, ffmpeg, onProcess);
    const analyser = createAnalyser(audio);
    let frames = 0;
    for await (const { channels } of audio.blocks) {
      analyser.add(channels);
      frames += channels[0]?.length ?? 0;
      onProgress(frames / audio.sampleRate);
    }
    return analyser.result().analysis;
  } finally {
    await file.close();
  }
}

async function renderDecoded(
  job: RenderJob,
  audio: DecodedAudio,
  encodesMp3: boolean,
  onProgress: (seconds: number) => void,
  onProcess: OnProcess,
): Promise<RenderedAudio> {
  const { sampleRate, channels, channelMask, bits, float, reusablePcm } = audio;
  const format = { sampleRate, channels, bits };
  const peaks = createPeakCollector();
  const faults = createFaultMeter(sampleRate);
  const analyser = createAnalyser({ sampleRate, channels, channelMask });
  const mp3Path = `${job.stem}.mp3`;
  const wavPath = `${job.stem}.wav`;
  const mp3 = encodesMp3
    ? await openMp3Writer({ path: mp3Path, sampleRate, channels: Math.min(2, channels) }, job.ffmpeg, onProcess)
    : undefined;
  const wav = reusablePcm || job.isCheck ? undefined : await openWavWriter(wavPath, { ...format, float, channelMask });
  const bytesPerSecond = MP3_BYTES_PER_SECOND + (reusablePcm ? 0 : (sampleRate * channels * bits) / 8);
  const secondsMax = (job.bytesMax ?? Number.POSITIVE_INFINITY) / bytesPerSecond;
  let frames = 0;
  try {
    for await (const block of audio.blocks) {
      frames += block.channels[0]?.length ?? 0;
      if (frames > secondsMax * sampleRate)
        throw new DeliveryRefusal('It is longer than its header says, and there is no room for it.');
      if (frames > DURATION_SECONDS_MAX * sampleRate)
        throw new DeliveryRefusal(`It is longer than ${DURATION_SECONDS_MAX / 3600} hours.`);
      peaks.add(block.channels);
      const stereo = analyser.add(block.channels);
      faults.add(block.channels);
      await mp3?.write(stereo);
      await wav?.write(block.pcm ?? encodePcm(block.channels, { bits, float: false }));
      onProgress(frames / sampleRate);
    }
    refuseIncomplete(frames / sampleRate, job.media);
    await mp3?.finish();
    const written = (await wav?.finish()) ?? reusablePcm ?? (job.isCheck && { offset: 0, bytes: 0 });
    if (!written) throw new Error('The WAV rendition has no samples.');
    const highest = peaks.highest();
    return {
      ...format,
      ...analyser.result(),
      ...faults.result(),
      seconds: frames / sampleRate,
      peaks: peaks.peaks(),
      peak: highest > 0 ? 20 * Math.log10(highest) : null,
      lossyCodec: audio.lossyCodec,
      mp3Path,
      wav: { path: reusablePcm ? null : wavPath, ...written },
      warning: audio.warning ?? null,
    };
  } catch (error) {
    await mp3?.abort();
    await wav?.abort();
    throw error;
  }
}

function refuseIncomplete(seconds: number, media: MediaFormat): void {
  if (seconds === 0) throw new DeliveryRefusal('No sound could be decoded.');
  const missingMax = media.lossless ? MISSING_SECONDS_MAX.lossless : MISSING_SECONDS_MAX.lossy;
  const expected = media.seconds;
  if (expected !== undefined && Number.isFinite(expected) && seconds < expected - missingMax) {
    throw new DeliveryRefusal(
      `The file ends early or is damaged: ${seconds.toFixed(1)} of ${expected.toFixed(1)} seconds could be decoded.`,
    );
  }
}

async function copyFrames(path: string, frames: Mp3Frames, target: string): Promise<void> {
  const { offset, bytes } = frames;
  await writeFile(target, buildMissingInfoFrame(frames));
  await pipeline(
    createReadStream(path, { start: offset, end: offset + bytes - 1 }),
    createWriteStream(target, { flags: 'a' }),
  );
}
