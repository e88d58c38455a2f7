import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type DraftRendition, NO_ANALYSIS, type StoredFile, type TrackMedia } from '../catalogue/releaseDraft.ts';
import { DeliveryRefusal } from './deliveryRules.ts';
import type { ImportRun } from './importRun.ts';
import type { InspectedFile } from './inspect.ts';
import { findExistingTrackMedia } from './queries.ts';
import type { RenderedAudio } from './render.ts';
import { storeDeliveredFile, storeGeneratedFile } from './storedFiles/storeFile.ts';

export interface MediaFile extends InspectedFile {
  path: string;
  absolutePath: string;
  disc: number | null;
  /** Of the same track, the better ones first. */
  others: MediaFile[];
}

/** Storage key of a delivered file. */
export const deliveredKeyOf = ({ storedHash, media }: InspectedFile): string =>
  `${media.format === 'video' ? 'video' : 'audio'}/${storedHash}.${media.extension}`;

/** Makes and stores all files of one track. Bytes that were imported before are not decoded again. */
export async function storeTrackMedia(run: ImportRun, file: MediaFile): Promise<TrackMedia> {
  const { hash, media } = file;
  const key = deliveredKeyOf(file);
  const existing = await findExistingTrackMedia(run.db, key);
  if (existing && (await areFilesStored(run, existing))) {
    run.addProgress(file.bytes);
    return existing;
  }
  if (media.format === 'video') return storeVideo(run, file, key);
  const rendered = await render(run, file);
  const original = await storeDeliveredFile(run.storage, file.absolutePath, hash, key, media.mediaType);
  const waveform_hash = createHash('sha256').update(rendered.peaks).digest('hex');
  await run.storage.put(`waveforms/${waveform_hash}.bin`, Buffer.from(rendered.peaks));
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
  { storage, isCheck }: ImportRun,
  rendered: RenderedAudio,
  original?: StoredFile,
): Promise<DraftRendition[]> {
  if (isCheck) return [];
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

const formatOf = ({ sampleRate, channels, bits }: RenderedAudio) => ({
  sample_rate: sampleRate,
  channels,
  bits,
});

async function render(run: ImportRun, file: MediaFile): Promise<RenderedAudio> {
  const stem = join(run.tempDir, crypto.randomUUID());
  const expectedSeconds = file.media.seconds ?? 0;
  let doneBytes = 0;
  const advanceTo = (bytes: number) => {
    const newBytes = Math.min(file.bytes, Math.max(doneBytes, Math.floor(bytes)));
    run.addProgress(newBytes - doneBytes);
    doneBytes = newBytes;
  };
  try {
    const job = { path: file.absolutePath, media: file.media, stem, ffmpeg: run.ffmpeg, isCheck: run.isCheck };
    const rendered = await run.pool.render(job, (seconds) =>
      advanceTo(expectedSeconds > 0 ? (seconds / expectedSeconds) * file.bytes : 0),
    );
    if (rendered.warning) run.warn(file.absolutePath, rendered.warning);
    return rendered;
  } finally {
    advanceTo(file.bytes);
  }
}

async function storeVideo(run: ImportRun, file: MediaFile, key: string): Promise<TrackMedia> {
  const { storedHash, blanks, media, absolutePath } = file;
  const stored = await storeDeliveredFile(run.storage, absolutePath, storedHash, key, media.mediaType, blanks);
  const { sampleRate: sample_rate = null, channels = null, seconds = 0 } = media;
  const video = buildRendition('video', stored, { source: null, sample_rate, channels, bits: null });
  return {
    ...NO_ANALYSIS,
    duration: seconds,
    loudness: null,
    loudness_range: null,
    peak: null,
    clipped_samples: null,
    edge_silence: null,
    waveform_hash: null,
    renditions: [video, ...(await storeVideoSound(run, file))],
  };
}

/** Gives nothing for a video without sound, or with a codec that cannot be decoded here. */
async function storeVideoSound(run: ImportRun, file: MediaFile): Promise<DraftRendition[]> {
  if (file.media.codec === null) return [];
  try {
    // The sound may be shorter than the video.
    const rendered = await render(run, { ...file, media: { ...file.media, seconds: undefined } });
    return await storeRendered(run, rendered);
  } catch (error) {
    if (!(error instanceof DeliveryRefusal)) throw error;
    run.warn(file.absolutePath, `The sound of this video could not be extracted: ${error.message}`);
    return [];
  }
}

/** Files may be missing after a partial restore. */
async function areFilesStored({ storage }: ImportRun, { renditions, waveform_hash }: TrackMedia): Promise<boolean> {
  const keys = renditions.map(({ file }) => file);
  if (waveform_hash !== null) keys.push(`waveforms/${waveform_hash}.bin`);
  for (const key of keys) if (!(await storage.has(key))) return false;
  return true;
}
