import type { Release, ReleaseDetail, Track } from '@promenade/contract/catalogue';
import type { NewId, Song } from '../player/queue.ts';

/** For tests: a release as a list answers it. */
export function release(name: string, more: Partial<Release> = {}): Release {
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
    labels: [{ name: 'Parallel', logo: null }],
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
    shared_by: null,
    ...more,
  };
}

/** For tests: a track of a release. */
export function track(name: string, more: Partial<Track> = {}): Track {
  return {
    trackid: name,
    id: name,
    index: 0,
    releaseid: 'r',
    title: `Track ${name}`,
    version: '',
    artist: 'Artist r',
    explicit: false,
    ordinal: 1,
    duration: 200,
    coverart: null,
    assettype: 'audio',
    candownload: true,
    flagged: false,
    heard: 'unheard',
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
    upcnumber: '',
    catalognumber: '',
    copyrightyear: null,
    canadian: {},
    writers: [],
    publishing: '',
    producer: '',
    lyrics: '',
    ...more,
  };
}

/** For tests: a song as the queue holds it. */
export function song(name: string, more: Partial<Song> = {}): Song {
  const { trackid, releaseid, title, version, artist, explicit, ordinal, duration, coverart, album } = track(name);
  return {
    uuid: `song-${name}`,
    trackid,
    releaseid,
    title,
    version,
    artist,
    explicit,
    ordinal,
    duration,
    coverart,
    album,
    color: '#336699',
    mediaURL: `/api/audio/stream/${name}.mp3`,
    waveform: null,
    ...more,
  };
}

/** For tests: id-1, id-2, … */
export function counter(): NewId {
  let last = 0;
  return () => {
    last += 1;
    return `id-${last}`;
  };
}

/** For tests: a release with its tracks, as its page asks for it. */
export function detail(name: string, songs: Track[], more: Partial<Release> = {}): ReleaseDetail {
  return { ...release(name, { trackcount: songs.length, ...more }), promoinfo: '', attachments: [], songs };
}
