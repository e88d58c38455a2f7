import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { publishRelease } from '../catalogue/publish.ts';
import type { DraftTrack, ReleaseDraft, StoredFile } from '../catalogue/releaseDraft.ts';
import type { AppContext } from '../platform/context.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** What a test says about a release; the rest is made up. */
export interface Wanted {
  title?: string;
  artist?: string;
  /** Seconds. */
  duration?: number;
  /** How many, all alike; one unless said. */
  tracks?: number;
  /** What single tracks say of their own, in their order; `tracks` need not be said then. */
  songs?: Partial<DraftTrack>[];
  /** What else the delivery says. */
  facts?: Partial<ReleaseDraft>;
  packages?: string[];
  recipients?: string[];
  markets?: string[];
  available?: Date;
  impactdate?: string;
  allow_sharing?: boolean;
  commenting_enabled?: boolean;
  /** The label, and the address that takes its contact requests. */
  label?: { name: string; contact: string | null };
  /** The same one delivers the same release again. */
  identity?: string;
  /** Puts cover files into storage. */
  cover?: boolean;
  /** Puts a stream and a waveform into storage. */
  audio?: boolean;
  /** Puts these into storage; `filename` may be any text. */
  attachments?: { filename: string; bytes: Buffer; media_type?: string }[];
  /** Puts these into storage and shows them in the promotional text. */
  promoPictures?: { name: string; bytes: Buffer; media_type?: string }[];
}

/** What a test asks about the release it made. */
export interface MadeRelease {
  id: number;
  releaseid: string;
  trackids: string[];
  /** The bytes of the stream, with `audio`. */
  mp3: Buffer;
  waveform: string;
  /** In the order of `attachments`. */
  attachmentids: string[];
}

const STREAM_BYTES = 300_000;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Publishes a release the way an import does, with bytes that stand for audio. */
export async function makeRelease({ db, storage, now }: AppContext, wanted: Wanted = {}): Promise<MadeRelease> {
  const mp3 = randomBytes(wanted.audio ? STREAM_BYTES : 0);
  const peaks = randomBytes(3600);
  const waveform = hashOf(peaks);
  const cover = randomBytes(64);
  const stream = `audio/${hashOf(mp3)}.mp3`;
  if (wanted.audio) {
    await storage.put(stream, mp3);
    await storage.put(`waveforms/${waveform}.bin`, peaks);
  }
  if (wanted.cover) await storage.put(`covers/${hashOf(cover)}-500.webp`, cover);
  const { attachments = [], promoPictures = [] } = wanted;
  const files: Files = {
    stream,
    bytes: mp3.length,
    waveform,
    cover: wanted.cover ? hashOf(cover) : null,
    attachments: await Promise.all(
      attachments.map(async ({ filename, bytes, media_type = 'application/pdf' }) => ({
        ...(await keep(storage, bytes, media_type)),
        filename,
        title: filename,
      })),
    ),
    promoPictures: await Promise.all(
      promoPictures.map(async ({ name, bytes, media_type = 'image/jpeg' }) => ({
        name,
        file: (await keep(storage, bytes, media_type)).file,
        media_type,
      })),
    ),
  };
  const draft = draftOf(wanted, files, now());
  const { releaseid } = await publishRelease(db, draft, now());
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('releases', 'releases.id', 'tracks.release_id')
    .where('releases.releaseid', '=', releaseid)
    .select(['releases.id', 'tracks.trackid'])
    .orderBy('tracks.ordinal')
    .execute();
  const id = rows[0]?.id ?? 0;
  const held = await db
    .selectFrom('attachments')
    .where('release_id', '=', id)
    .orderBy('position')
    .select('attachmentid')
    .execute();
  return {
    id,
    releaseid,
    trackids: rows.map(({ trackid }) => trackid),
    mp3,
    waveform,
    attachmentids: held.map(({ attachmentid }) => attachmentid),
  };
}

async function keep(storage: Storage, bytes: Buffer, media_type: string): Promise<StoredFile> {
  const file = `files/${hashOf(bytes)}/kept`;
  return { file, ...(await storage.put(file, bytes)), media_type };
}

interface Files extends Pick<ReleaseDraft, 'attachments' | 'promoPictures'> {
  stream: string;
  bytes: number;
  waveform: string;
  cover: string | null;
}

function draftOf(
  wanted: Wanted,
  { stream, bytes, waveform, cover, attachments, promoPictures }: Files,
  now: Date,
): ReleaseDraft {
  const {
    title = 'Untitled',
    artist = 'Somebody',
    duration = 12.5,
    songs = [],
    tracks = songs.length || 1,
    packages = ['Everyone'],
    recipients = [],
    markets = ['us'],
  } = wanted;
  return {
    identity: wanted.identity ?? `id:${randomUUID()}`,
    fingerprint: randomUUID(),
    title,
    artist,
    artists: [artist],
    labels: [{ name: 'Parallel', contact: null, ...wanted.label, logo_hash: null }],
    release_type: 'Single',
    upc: null,
    catalognumber: null,
    copyrightyear: 2026,
    p_line: null,
    c_line: null,
    language: null,
    available: wanted.available ?? new Date(now.getTime() - 3600_000),
    impact_date: wanted.impactdate ?? null,
    candownload: true,
    allow_sharing: wanted.allow_sharing ?? true,
    commenting_enabled: wanted.commenting_enabled ?? true,
    cover_hash: cover,
    color: '#553311',
    promoinfo: (releaseid) => promoPictures.map(({ name }) => `<img src="/api/promo/${releaseid}/${name}" />`).join(''),
    promoPictures,
    genres: ['Jazz'],
    markets,
    moods: [],
    instruments: [],
    packages,
    recipients,
    tracks: Array.from({ length: tracks }, (_, n) => ({
      disc: 1,
      title,
      version: '',
      artist,
      explicit: 'unknown',
      assettype: 'audio',
      duration,
      candownload: true,
      isrc: null,
      work: null,
      language: null,
      composer: null,
      writers: [],
      publishing: null,
      producer: null,
      canadian: {},
      lyrics: '',
      bpm: null,
      hook_start: null,
      loudness: -14,
      loudness_range: 5,
      peak: -1,
      waveform_hash: waveform,
      renditions: [
        {
          kind: 'mp3',
          file: stream,
          bytes,
          crc32: 0,
          media_type: 'audio/mpeg',
          source: null,
          data_offset: 0,
          data_bytes: bytes,
          sample_rate: 44_100,
          channels: 2,
          bits: null,
        },
      ],
      ...songs[n],
    })),
    attachments,
    ...wanted.facts,
  };
}
