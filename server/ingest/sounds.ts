import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DraftRendition, StoredFile } from '../catalogue/releaseDraft.ts';
import type { Importing } from './importing.ts';
import type { Inspected } from './inspect.ts';
import { findKnownSound, type SoundPart } from './queries.ts';
import { DeliveryRefused } from './refused.ts';
import type { Rendered, WavRendition } from './render.ts';
import { storeDelivered, storeMade } from './storeFile.ts';

/** A delivered file that proved to be audio or video. */
export interface Media extends Inspected {
  /** Relative to the delivery, and where it lies. */
  path: string;
  place: string;
  disc: number | null;
}

/** Where the delivered bytes of a file are kept. */
export const originalKey = ({ hash, media }: Inspected) =>
  `${media.format === 'video' ? 'video' : 'audio'}/${hash}.${media.ending}`;

/**
 * Makes and stores all files of one track; when it returns they are safe. Bytes that were imported before are not decoded again.
 * @throws DeliveryRefused
 */
export async function storeSound(importing: Importing, media: Media): Promise<SoundPart> {
  const known = await findKnownSound(importing.db, originalKey(media));
  if (known && (await allStored(importing, known.renditions, known.waveform_hash))) {
    importing.advance(media.bytes);
    return known;
  }
  if (media.media.format === 'video') return storeVideo(importing, media);
  const rendered = await render(importing, media);
  const { storage } = importing;
  const original = await storeDelivered(storage, media.place, media.hash, originalKey(media), media.media.mediaType);
  const waveform_hash = createHash('sha256').update(rendered.peaks).digest('hex');
  await storage.put(`waveforms/${waveform_hash}.bin`, Buffer.from(rendered.peaks));
  return {
    duration: rendered.seconds,
    loudness: rendered.loudness,
    loudness_range: rendered.range,
    peak: rendered.peak,
    waveform_hash,
    renditions: [
      { ...original, kind: 'original', source: null, data_offset: 0, data_bytes: original.bytes, ...shape(rendered) },
      ...(await storeRendered(importing, rendered, original)),
    ],
  };
}

/** What is served: MP3, and WAV, which may be a stretch of the delivered file. */
async function storeRendered(
  { storage }: Importing,
  rendered: Rendered,
  original?: StoredFile,
): Promise<DraftRendition[]> {
  const mp3 = await storeMade(storage, rendered.mp3.path, 'mp3', 'audio/mpeg');
  const made = rendered.wav.path;
  const wav = made === null ? original : await storeMade(storage, made, 'wav', 'audio/wav');
  if (!wav) throw new Error('A WAV without a file.');
  const { offset: data_offset, bytes: data_bytes } = rendered.wav;
  const source = rendered.lossy;
  return [
    { ...mp3, kind: 'mp3', source, data_offset: 0, data_bytes: mp3.bytes, ...mp3Shape(rendered) },
    { ...wav, kind: 'wav', source, data_offset, data_bytes, ...shape(rendered.wav) },
  ];
}

const shape = ({ sampleRate, channels, bits }: Pick<WavRendition, 'sampleRate' | 'channels' | 'bits'>) => ({
  sample_rate: sampleRate,
  channels,
  bits,
});

const mp3Shape = ({ mp3 }: Rendered) => ({ sample_rate: mp3.sampleRate, channels: mp3.channels, bits: null });

async function render(importing: Importing, media: Media): Promise<Rendered> {
  const stem = join(importing.tempDir, crypto.randomUUID());
  const expected = media.media.seconds ?? 0;
  let told = 0;
  const tell = (bytes: number) => {
    const whole = Math.min(media.bytes, Math.max(told, Math.floor(bytes)));
    importing.advance(whole - told);
    told = whole;
  };
  try {
    const job = { path: media.place, media: media.media, stem, ffmpeg: importing.ffmpeg };
    const rendered = await importing.pool.run('render', job, (seconds) =>
      tell(expected > 0 ? (seconds / expected) * media.bytes : 0),
    );
    if (rendered.warning) importing.warn(media.place, rendered.warning);
    return rendered;
  } finally {
    tell(media.bytes);
  }
}

/** A picture in motion stays as it came; its sound is taken out of it once. */
async function storeVideo(importing: Importing, media: Media): Promise<SoundPart> {
  const stored = await storeDelivered(
    importing.storage,
    media.place,
    media.hash,
    originalKey(media),
    media.media.mediaType,
  );
  const { sampleRate = null, channels = null, seconds = 0 } = media.media;
  const video: DraftRendition = {
    ...stored,
    kind: 'video',
    source: null,
    data_offset: 0,
    data_bytes: stored.bytes,
    sample_rate: sampleRate,
    channels,
    bits: null,
  };
  return {
    duration: seconds,
    loudness: null,
    loudness_range: null,
    peak: null,
    waveform_hash: null,
    renditions: [video, ...(await soundOf(importing, media))],
  };
}

/** None where there is none, or where it cannot be decoded here: the video is taken all the same. */
async function soundOf(importing: Importing, media: Media): Promise<DraftRendition[]> {
  try {
    // The sound may well be shorter than the picture.
    const rendered = await render(importing, { ...media, media: { ...media.media, seconds: undefined } });
    return await storeRendered(importing, rendered);
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error;
    if (media.media.sampleRate !== undefined)
      importing.warn(media.place, `The sound of this video could not be taken out of it: ${error.message}`);
    return [];
  }
}

/** Rows can outlive their files where a folder was restored by halves. */
async function allStored(
  { storage }: Importing,
  renditions: DraftRendition[],
  waveform: string | null,
): Promise<boolean> {
  for (const { file, bytes } of renditions) if ((await storage.stat(file))?.bytes !== bytes) return false;
  return waveform === null || (await storage.stat(`waveforms/${waveform}.bin`)) !== undefined;
}
