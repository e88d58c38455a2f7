import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { factsOf, ofEachKind, releaseFacts, trackFacts } from '@promenade/contract/releaseFields';
import { listCoverKeys } from '../catalogue/document/draftFiles.ts';
import {
  type DraftTrack,
  NO_ANALYSIS,
  type ReleaseDraft,
  type StoredFile,
} from '../catalogue/document/releaseDraft.ts';
import { publishRelease } from '../catalogue/publish.ts';
import type { AppContext } from '../platform/context.ts';
import type { Storage } from '../platform/storage/storage.ts';

export interface ReleaseOptions {
  title?: string;
  artist?: string;
  /** Seconds. */
  duration?: number;
  /** The number of equal tracks; default 1. */
  tracks?: number;
  /** Different tracks, in order, instead of `tracks`. */
  songs?: Partial<DraftTrack>[];
  /** Other fields of the release. */
  facts?: Partial<ReleaseDraft>;
  packages?: string[];
  recipients?: string[];
  markets?: string[];
  available?: Date;
  impactdate?: string;
  allow_sharing?: boolean;
  commenting_enabled?: boolean;
  mark?: boolean;
  /** `contact` is the address for contact requests. */
  label?: { name: string; contact: string | null };
  /** Two releases with the same identity are the same release. */
  identity?: string;
  /** It stays a draft. */
  isDraft?: boolean;
  /** False: a known release that would come out, end or go away by it keeps its dates. */
  confirmed?: boolean;
  /** What it means that it holds fewer tracks than the release. */
  fewer?: 'exchange' | 'remove';
  /** Stores cover files. */
  cover?: boolean;
  /** Stores a stream and a waveform; the bytes of the stream are 300,000 or as many. */
  audio?: boolean | number;
  /** Stored; `filename` may be any text. */
  attachments?: { filename: string; bytes: Buffer; media_type?: string }[];
  /** Stored and shown in the promotional text. */
  promoPictures?: { name: string; bytes: Buffer; media_type?: string }[];
}

export interface TestRelease {
  id: number;
  releaseid: string;
  trackids: string[];
  /** The stream; empty without `audio`. */
  mp3: Buffer;
  waveform: string;
  /** In the order of `attachments`. */
  attachmentids: string[];
}

const STREAM_BYTES = 300_000;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Publishes a release as an import does, with random bytes as audio. */
export async function createRelease(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  options: ReleaseOptions = {},
): Promise<TestRelease> {
  const mp3 = randomBytes(options.audio === true ? STREAM_BYTES : options.audio || 0);
  const peaks = randomBytes(3600);
  const waveform = sha256(peaks);
  const cover = randomBytes(64);
  const stream = `audio/${sha256(mp3)}.mp3`;
  if (options.audio) {
    await storage.put(stream, mp3);
    await storage.put(`waveforms/${waveform}.bin`, peaks);
  }
  if (options.cover) for (const key of listCoverKeys(sha256(cover))) await storage.put(key, cover);
  const { attachments = [], promoPictures = [] } = options;
  const files: Files = {
    stream,
    bytes: mp3.length,
    waveform,
    cover: options.cover ? sha256(cover) : null,
    attachments: await Promise.all(
      attachments.map(async ({ filename, bytes, media_type = 'application/pdf' }) => ({
        ...(await store(storage, bytes, media_type)),
        filename,
        title: filename,
      })),
    ),
    promoPictures: await Promise.all(
      promoPictures.map(async ({ name, bytes, media_type = 'image/jpeg' }) => ({
        name,
        file: (await store(storage, bytes, media_type)).file,
        media_type,
      })),
    ),
  };
  const draft = buildDraft(options, files, now());
  const { releaseid } = await publishRelease(db, draft, {
    now: now(),
    twins: 'new',
    createPackages: true,
    actor: 'command',
    confirmed: options.confirmed ?? true,
    ...(options.isDraft && { isDraft: true }),
    ...(options.fewer && { fewer: options.fewer }),
  });
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('releases', 'releases.id', 'tracks.release_id')
    .where('releases.releaseid', '=', releaseid)
    .select(['releases.id', 'tracks.trackid'])
    .orderBy('tracks.ordinal')
    .execute();
  const id = rows[0]?.id ?? 0;
  const attachmentRows = await db
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
    attachmentids: attachmentRows.map(({ attachmentid }) => attachmentid),
  };
}

async function store(storage: Storage, bytes: Buffer, media_type: string): Promise<StoredFile> {
  const file = `files/${sha256(bytes)}/kept`;
  return { file, ...(await storage.put(file, bytes)), media_type };
}

interface Files extends Pick<ReleaseDraft, 'attachments' | 'promoPictures'> {
  stream: string;
  bytes: number;
  waveform: string;
  cover: string | null;
}

function buildDraft(
  options: ReleaseOptions,
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
  } = options;
  return {
    identity: options.identity ?? `id:${randomUUID()}`,
    fingerprint: randomUUID(),
    title,
    artist,
    artists: [artist],
    labels: [{ name: 'Parallel', contact: null, ...options.label, logo_hash: null }],
    release_type: 'Single',
    ...factsOf(releaseFacts, { copyrightyear: 2026 }),
    ends: null,
    available: options.available ?? new Date(now.getTime() - 3600_000),
    impact_date: options.impactdate ?? null,
    candownload: true,
    allow_sharing: options.allow_sharing ?? true,
    commenting_enabled: options.commenting_enabled ?? true,
    mark: options.mark ?? false,
    cover_hash: cover,
    cover_width: cover === null ? null : 3000,
    cover_height: cover === null ? null : 3000,
    color: '#553311',
    promoinfo: (releaseid) => promoPictures.map(({ name }) => `<img src="/api/promo/${releaseid}/${name}" />`).join(''),
    promoPictures,
    ...ofEachKind(() => []),
    genres: ['Jazz'],
    markets,
    packages,
    recipients,
    tracks: Array.from({ length: tracks }, (_, index) => ({
      ...NO_ANALYSIS,
      ...factsOf(trackFacts, {}),
      disc: 1,
      title,
      version: '',
      artist,
      explicit: 'unknown',
      assettype: 'audio',
      duration,
      candownload: true,
      work: null,
      writers: [],
      canadian: {},
      lyrics: '',
      hook_start: null,
      loudness: -14,
      loudness_range: 5,
      clipped_samples: 0,
      edge_silence: 0,
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
      ...songs[index],
    })),
    attachments,
    ...options.facts,
  };
}
