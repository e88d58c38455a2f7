import type { Release, ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { type ShownText, shownTextNames } from '@promenade/contract/releaseFields';
import { createId } from '../platform/createId.ts';
import { createReleaseItem, type NewId, type QueueItem, type Song } from '../player/queue/queue.ts';

export function createRelease(name: string, overrides: Partial<Release> = {}): Release {
  return {
    releaseid: name,
    id: name,
    title: `Release ${name}`,
    artist: `Artist ${name}`,
    explicit: false,
    thumbnail: `/cover/${name}-500.webp`,
    coverart: `/cover/${name}-1000.webp`,
    color: '#336699',
    available: '2026-11-21T00:00:00.000Z',
    impactdate: null,
    duration: 400,
    trackcount: 2,
    artists: [],
    labels: [{ labelid: '00000000-0000-4000-8000-000000000001', name: 'Parallel', logo: null }],
    genres: ['House'],
    markettags: [],
    market_tags: [],
    trending: false,
    release_type: 'EP',
    candownload: true,
    allow_sharing: true,
    commenting_enabled: true,
    flagged: false,
    archived: false,
    flaggedtrackcount: 0,
    unheardtrackcount: 2,
    tohear: 'all',
    shared_by: null,
    reaction: null,
    ...overrides,
  };
}

export function createTrack(name: string, overrides: Partial<Track> = {}): Track {
  return {
    trackid: name,
    id: name,
    index: 0,
    releaseid: 'r',
    title: `Track ${name}`,
    version: '',
    artist: 'Artist r',
    explicit: false,
    advisory: 'clean',
    ordinal: 1,
    duration: 200,
    bpm: null,
    bpmfound: false,
    key: null,
    keyfound: false,
    hook: null,
    hookfound: false,
    loudness: null,
    truepeak: null,
    workid: null,
    coverart: null,
    assettype: 'audio',
    candownload: true,
    flagged: false,
    heard: 'unheard',
    artists: [],
    labels: [],
    genres: [],
    available: '2026-11-21T00:00:00.000Z',
    impactdate: null,
    mediaURL: `/api/audio/stream/${name}.mp3`,
    market_tags: [],
    waveform: null,
    album: 'Release r',
    language: '',
    composer: '',
    isrc: '',
    ...(Object.fromEntries(shownTextNames.map((name) => [name, ''])) as Record<ShownText, string>),
    copyrightyear: null,
    canadian: {},
    writers: [],
    publishing: '',
    producer: '',
    lyrics: '',
    ...overrides,
  };
}

export function createQueueItem(name: string, overrides: Partial<Song> = {}): Song {
  const { trackid, releaseid, title, version, artist, artists, explicit, ordinal, duration, coverart, album } =
    createTrack(name);
  return {
    uuid: `song-${name}`,
    trackid,
    releaseid,
    title,
    version,
    artist,
    artists,
    explicit,
    ordinal,
    duration,
    coverart,
    album,
    color: '#336699',
    mediaURL: `/api/audio/stream/${name}.mp3`,
    waveform: null,
    loudness: null,
    truepeak: null,
    ...overrides,
  };
}

/** Creates the ids id-1, id-2, … */
export function createIdCounter(): NewId {
  let last = 0;
  return () => {
    last += 1;
    return `id-${last}`;
  };
}

export function createReleaseDetail(name: string, songs: Track[], overrides: Partial<Release> = {}): ReleaseDetail {
  return {
    ...createRelease(name, { trackcount: songs.length, ...overrides }),
    downloaded: false,
    promoinfo: '',
    attachments: [],
    songs,
  };
}

/** A queue item of a release with these tracks. */
export function createAlbum(releaseid: string, trackids: string[]): QueueItem {
  const tracks = trackids.map((name) => createTrack(name, { releaseid }));
  const item = createReleaseItem(createRelease(releaseid), tracks, createId);
  if (!item) throw new Error('An album needs tracks');
  return item;
}
