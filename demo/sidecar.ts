import type { DeliveredTrack, Delivery } from '@promenade/contract/delivery';
import { catalogue } from './catalogue.ts';
import { type DemoRelease, type DemoTrack, labels, listed } from './release.ts';

const DAY_MS = 24 * 3600 * 1000;

/** File name of a track's sound, as labels name them: number, artist, title, version. */
export function audioName({ artist }: DemoRelease, track: DemoTrack, nth: number): string {
  const version = track.version ? ` (${track.version})` : '';
  const words = `${String(nth + 1).padStart(2, '0')} ${artist} - ${track.title}${version}`;
  return `${words
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .slice(0, 110)
    .trim()}.wav`;
}

/** The `release.json` of a release whose demo is made at `now`. */
export function sidecarOf(release: DemoRelease, now: Date): Delivery {
  const label = labels[release.label];
  const number = numberOf(release);
  const { about, to, days } = release;
  const impact = days.impact === undefined ? {} : { impactdate: day(now, days.impact) };
  const year = now.getUTCFullYear();
  return {
    id: release.id,
    title: release.title,
    artist: release.artist,
    release_type: release.type,
    upc: upc(release),
    catalognumber: `${label.catalogue} ${100 + number}`,
    label: { name: label.name, logo: 'label.png', contact: label.contact },
    packages: listed(to.packages),
    markets: listed(to.markets),
    genres: listed(about.genres),
    moods: listed(about.moods),
    instruments: listed(about.instruments),
    available: day(now, days.available),
    ...impact,
    copyrightyear: year,
    p_line: `℗ ${year} ${label.name}`,
    c_line: `© ${year} ${label.name}`,
    language: release.language ?? 'en',
    stream_only: release.streamOnly ?? false,
    allow_sharing: !release.noSharing,
    commenting_enabled: !release.noComments,
    ...(release.cover ? { cover: 'cover.jpg' } : {}),
    tracks: [
      ...release.tracks.map((track, nth) => trackOf(release, track, nth)),
      ...(release.video ? [videoOf(release)] : []),
    ],
    attachments: [
      ...(release.oneSheet ? [{ file: 'attachments/one-sheet.pdf', title: 'One sheet' }] : []),
      ...(release.pressPicture ? [{ file: 'attachments/press-picture.jpg', title: 'Press picture' }] : []),
    ],
  };
}

/** The UPC of a release: the label's prefix, a number, a check digit. */
export function upc(release: DemoRelease): string {
  const digits = `${labels[release.label].upc}${String(4100 + numberOf(release) * 7)}`;
  const sum = [...digits].reduce((total, digit, nth) => total + Number(digit) * (nth % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function trackOf(release: DemoRelease, track: DemoTrack, nth: number): DeliveredTrack {
  const writers = listed(release.by.writers);
  return {
    file: audioName(release, track, nth),
    title: track.title,
    ...(track.version ? { version: track.version } : {}),
    artist: track.feat ? `${release.artist} feat. ${track.feat}` : release.artist,
    ordinal: nth + 1,
    explicit: track.explicit ?? 'unknown',
    isrc: isrc(release, nth),
    work: workOf(release, track),
    language: track.take === 'instrumental' ? 'zxx' : (track.language ?? release.language ?? 'en'),
    composer: writers[0] ?? release.artist,
    writers,
    publishing: `${labels[release.label].name} Songs`,
    producer: release.by.producer,
    ...(release.canadian ? { canadian: canadian(release, release.canadian) } : {}),
    ...(track.lyrics ? { lyrics: `lyrics/${track.lyrics}.txt` } : {}),
    ...(track.streamOnly ? { stream_only: true } : {}),
  };
}

function videoOf(release: DemoRelease): DeliveredTrack {
  const [first] = release.tracks;
  return {
    file: 'video.mp4',
    title: `${first?.title ?? release.title} (visualiser)`,
    artist: release.artist,
    ordinal: release.tracks.length + 1,
    isrc: isrc(release, 90),
  };
}

/** What all recordings of one song share. */
export function workOf(release: DemoRelease, track: DemoTrack): string {
  return `${release.artist} – ${track.work ?? track.title}`;
}

function canadian(release: DemoRelease, roles: NonNullable<DemoRelease['canadian']>): Record<string, string> {
  const [writer = release.artist] = listed(release.by.writers);
  const names = { music: writer, artist: release.artist, production: release.by.producer, lyrics: writer };
  return Object.fromEntries(roles.map((role) => [role, names[role]]));
}

function isrc(release: DemoRelease, nth: number): string {
  return `${labels[release.label].isrc}26${String(numberOf(release) * 100 + nth + 1).padStart(5, '0')}`;
}

/** Place among the releases of the label. */
function numberOf(release: DemoRelease): number {
  return catalogue.filter(({ label }) => label === release.label).indexOf(release) + 1;
}

function day(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
