import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import {
  type DraftRendition,
  NO_ANALYSIS,
  NO_SOUND,
  type StoredFile,
  type TrackMedia,
} from '../../catalogue/document/releaseDraft.ts';
import { ANALYSIS_VERSION } from '../analysis/analysis.ts';
import { deliveredKeyOf, type MediaFile } from '../read/inspect.ts';
import { RENDERING_VERSION, type RenderedAudio } from '../sound/render.ts';
import { storeDeliveredFile, storeGeneratedFile } from '../workspace/storeFile.ts';
import type { ImportRun } from './importRun.ts';
import { findDecodedMedia, findExistingTrackMedia, upsertDecodedMedia } from './mediaQueries.ts';

/** What is stored of the same bytes, by an earlier import or for this one. It is not decoded again. */
export async function findTrackMedia(run: ImportRun, file: MediaFile): Promise<TrackMedia | undefined> {
  const key = deliveredKeyOf(file);
  // Of what cannot be decoded, this run says why.
  await run.pool.decoding.get(key)?.catch(() => {});
  const existing = await findExistingTrackMedia(run.db, key);
  if (existing && (await areFilesStored(run, existing))) return existing;
  const decoded = await findDecodedMedia(run.db, key, VERSION, run.now());
  if (!decoded || !(await areFilesStored(run, decoded.media))) return undefined;
  if (decoded.warning !== null) run.warn(file.absolutePath, decoded.warning);
  return decoded.media;
}

const VERSION = `${ANALYSIS_VERSION}.${RENDERING_VERSION}`;

/** Makes and stores all files of one track. @param bytesMax of MP3 and WAV together */
export async function storeTrackMedia(run: ImportRun, file: MediaFile, bytesMax: number): Promise<TrackMedia> {
  const key = deliveredKeyOf(file);
  const stored = storeAndNote(run, file, bytesMax);
  run.pool.decoding.set(key, stored);
  return stored.finally(() => run.pool.decoding.delete(key));
}

async function storeAndNote(run: ImportRun, file: MediaFile, bytesMax: number): Promise<TrackMedia> {
  let warning: string | null = null;
  const warn = (path: string, text: string) => {
    warning = text;
    run.warn(path, text);
  };
  const media = await makeTrackMedia({ ...run, warn }, file, bytesMax);
  // Without an MP3 the sound of a video could not be decoded, perhaps only here.
  if (run.audio.isKept && media.renditions.some(({ kind }) => kind === 'mp3')) {
    const row = { file: deliveredKeyOf(file), version: VERSION, media, warning, used_at: run.now() };
    await upsertDecodedMedia(run.db, { ...row, delivery_id: run.draftOf?.deliveryId ?? null });
  }
  return media;
}

async function makeTrackMedia(run: ImportRun, file: MediaFile, bytesMax: number): Promise<TrackMedia> {
  const { hash, media } = file;
  const key = deliveredKeyOf(file);
  const { storage } = run.audio;
  if (media.format === 'video') return storeVideo(run, file, key, bytesMax);
  const rendered = await render(run, file, bytesMax);
  const original = await storeDeliveredFile(storage, file.absolutePath, hash, key, media.mediaType);
  const waveform_hash = createHash('sha256').update(rendered.peaks).digest('hex');
  await storage.put(`waveforms/${waveform_hash}.bin`, Buffer.from(rendered.peaks));
  return {
    ...rendered.analysis,
    duration: rendered.seconds,
    loudness: rendered.loudness,
    loudness_range: rendered.range,
    peak: rendered.peak,
    clipped_samples: rendered.clippedSamples,
    edge_silence: rendered.edgeSilence,
    waveform_hash,
    renditions: [
      buildRendition('original', original, { source: null, ...formatOf(rendered) }),
      ...(await storeRendered(run, rendered, original)),
    ],
  };
}

/** Stores MP3 and WAV; the WAV may be a range of the original. A check has made neither. */
async function storeRendered(
  { audio: { storage, isKept } }: ImportRun,
  rendered: RenderedAudio,
  original?: StoredFile,
): Promise<DraftRendition[]> {
  if (!isKept) return [];
  const { mp3Path, wav, lossyCodec: source } = rendered;
  const format = formatOf(rendered);
  const mp3Format = { ...format, channels: Math.min(2, rendered.channels), bits: null };
  const mp3File = await storeGeneratedFile(storage, mp3Path, 'mp3', 'audio/mpeg');
  const wavFile = wav.path === null ? original : await storeGeneratedFile(storage, wav.path, 'wav', 'audio/wav');
  if (!wavFile) throw new Error('The WAV rendition has no file.');
  return [
    buildRendition('mp3', mp3File, { source, ...mp3Format }),
    { ...buildRendition('wav', wavFile, { source, ...format }), data_offset: wav.offset, data_bytes: wav.bytes },
  ];
}

const buildRendition = (
  kind: DraftRendition['kind'],
  file: StoredFile,
  columns: Pick<DraftRendition, 'source' | 'sample_rate' | 'channels' | 'bits'>,
): DraftRendition => ({ ...file, kind, data_offset: 0, data_bytes: file.bytes, ...columns });

const formatOf = ({ sampleRate, channels, bits }: RenderedAudio) => ({ sample_rate: sampleRate, channels, bits });

async function render(run: ImportRun, file: MediaFile, bytesMax: number): Promise<RenderedAudio> {
  const stem = join(run.tempDir, crypto.randomUUID());
  const expectedSeconds = file.media.seconds ?? 0;
  let doneBytes = 0;
  const advanceTo = (bytes: number) => {
    const newBytes = Math.min(file.bytes, Math.max(doneBytes, Math.floor(bytes)));
    run.addProgress(newBytes - doneBytes);
    doneBytes = newBytes;
  };
  try {
    const { absolutePath: path, media } = file;
    const job = { path, media, stem, ffmpeg: run.ffmpeg, isCheck: !run.audio.isKept, bytesMax };
    const rendered = await run.pool.render(job, (seconds) =>
      advanceTo(expectedSeconds > 0 ? (seconds / expectedSeconds) * file.bytes : 0),
    );
    if (rendered.warning) run.warn(file.absolutePath, rendered.warning);
    return rendered;
  } finally {
    advanceTo(file.bytes);
  }
}

async function storeVideo(run: ImportRun, file: MediaFile, key: string, bytesMax: number): Promise<TrackMedia> {
  const { storedHash, blanks, media, absolutePath } = file;
  const stored = await storeDeliveredFile(run.audio.storage, absolutePath, storedHash, key, media.mediaType, blanks);
  const { sampleRate: sample_rate = null, channels = null, seconds = 0 } = media;
  const video = buildRendition('video', stored, { source: null, sample_rate, channels, bits: null });
  return {
    ...NO_ANALYSIS,
    duration: seconds,
    ...NO_SOUND,
    renditions: [video, ...(await storeVideoSound(run, file, bytesMax))],
  };
}

/** Gives nothing for a video without sound, or with a codec that cannot be decoded here. */
async function storeVideoSound(run: ImportRun, file: MediaFile, bytesMax: number): Promise<DraftRendition[]> {
  if (file.media.codec === null) return [];
  try {
    // The sound may be shorter than the video.
    const rendered = await render(run, { ...file, media: { ...file.media, seconds: undefined } }, bytesMax);
    return await storeRendered(run, rendered);
  } catch (error) {
    if (!(error instanceof DeliveryRefusal)) throw error;
    run.warn(file.absolutePath, `The sound of this video could not be extracted: ${error.message}`);
    return [];
  }
}

/** Files may be missing after a partial restore. */
async function areFilesStored(
  { audio: { storage } }: ImportRun,
  { renditions, waveform_hash }: TrackMedia,
): Promise<boolean> {
  const keys = renditions.map(({ file }) => file);
  if (waveform_hash !== null) keys.push(`waveforms/${waveform_hash}.bin`);
  for (const key of keys) if (!(await storage.has(key))) return false;
  return true;
}
