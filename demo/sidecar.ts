import type { DeliveredTrack, Delivery } from '@promenade/contract/delivery';
import { DAY_MS } from '../server/platform/process/days.ts';
import { catalogue, labelReleases } from './catalogue.ts';
import { type DemoRelease, type DemoTrack, labels, splitNames } from './release.ts';

/** Audio file name as labels write it: number, artist, title, version. */
export function audioFileName({ artist }: DemoRelease, track: DemoTrack, index: number): string {
  const version = track.version ? ` (${track.version})` : '';
  const name = `${String(index + 1).padStart(2, '0')} ${artist} - ${track.title}${version}`;
  return `${name
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .slice(0, 110)
    .trim()}.wav`;
}

/** Creates the `release.json`; dates are relative to `now`. */
export function createSidecar(release: DemoRelease, now: Date): Delivery {
  const label = labels[release.label];
  const number = findReleaseNumber(release);
  const { tags, audience, dayOffsets } = release;
  const impact = dayOffsets.impact === undefined ? {} : { impactdate: formatDay(now, dayOffsets.impact) };
  const year = now.getUTCFullYear();
  return {
    id: release.id,
    title: release.title,
    artist: release.artist,
    release_type: release.type,
    upc: createUpc(release),
    catalognumber: `${label.cataloguePrefix} ${100 + number}`,
    label: { name: label.name, logo: 'label.png', contact: label.contact },
    packages: splitNames(audience.packages),
    markets: splitNames(audience.markets),
    genres: splitNames(tags.genres),
    moods: splitNames(tags.moods),
    instruments: splitNames(tags.instruments),
    available: formatDay(now, dayOffsets.available),
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
      ...release.tracks.map((track, index) => createTrack(release, track, index)),
      ...(release.video ? [createVideoTrack(release)] : []),
    ],
    attachments: [
      ...(release.oneSheet ? [{ file: 'attachments/one-sheet.pdf', title: 'One sheet' }] : []),
      ...(release.pressPicturePeople ? [{ file: 'attachments/press-picture.jpg', title: 'Press picture' }] : []),
    ],
  };
}

/** Creates a UPC: label prefix, release number, check digit. */
export function createUpc(release: DemoRelease): string {
  const digits = `${labels[release.label].upcPrefix}${String(4100 + findReleaseNumber(release) * 7)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function createTrack(release: DemoRelease, track: DemoTrack, index: number): DeliveredTrack {
  const writers = splitNames(release.credits.writers);
  return {
    file: audioFileName(release, track, index),
    title: track.title,
    ...(track.version ? { version: track.version } : {}),
    artist: track.feat ? `${release.artist} feat. ${track.feat}` : release.artist,
    ordinal: index + 1,
    explicit: track.explicit ?? 'unknown',
    isrc: createIsrc(release, index),
    work: createWorkName(release, track),
    language: track.arrangement === 'instrumental' ? 'zxx' : (track.language ?? release.language ?? 'en'),
    composer: writers[0] ?? release.artist,
    writers,
    publishing: `${labels[release.label].name} Songs`,
    producer: release.credits.producer,
    ...(release.canadian ? { canadian: createCanadianContent(release, release.canadian) } : {}),
    ...(track.lyrics ? { lyrics: `lyrics/${track.lyrics}.txt` } : {}),
    ...(track.streamOnly ? { stream_only: true } : {}),
  };
}

function createVideoTrack(release: DemoRelease): DeliveredTrack {
  const [first] = release.tracks;
  return {
    file: 'video.mp4',
    title: `${first?.title ?? release.title} (visualiser)`,
    artist: release.artist,
    ordinal: release.tracks.length + 1,
    isrc: createIsrc(release, 90),
  };
}

export function createWorkName(release: DemoRelease, track: DemoTrack): string {
  return `${release.artist} – ${track.work ?? track.title}`;
}

function createCanadianContent(
  release: DemoRelease,
  roles: NonNullable<DemoRelease['canadian']>,
): Record<string, string> {
  const [writer = release.artist] = splitNames(release.credits.writers);
  const names = { music: writer, artist: release.artist, production: release.credits.producer, lyrics: writer };
  return Object.fromEntries(roles.map((role) => [role, names[role]]));
}

function createIsrc(release: DemoRelease, index: number): string {
  return `${labels[release.label].isrcPrefix}26${String(findReleaseNumber(release) * 100 + index + 1).padStart(5, '0')}`;
}

/** Position among the releases of the label, from 1. */
function findReleaseNumber(release: DemoRelease): number {
  const all = [...catalogue, ...Object.values(labelReleases)];
  return all.filter(({ label }) => label === release.label).findIndex(({ id }) => id === release.id) + 1;
}

function formatDay(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
