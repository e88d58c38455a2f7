import { type DeliveredTrack, type Delivery, NAMES_MAX } from '@promenade/contract/delivery';
import type { ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { artistNames, uniqueNames } from './artistNames.ts';
import {
  type DeliveredMedia,
  type Described,
  type DescribedRelease,
  type DescribedTrack,
  type ImportOptions,
  OWN_WORK,
  type TrackSource,
} from './described.ts';
import { describeTrack } from './describeTrack.ts';
import { readFolderName } from './fileName.ts';
import { majority } from './majority.ts';
import { inPlayingOrder } from './playingOrder.ts';
import type { Tags } from './tags.ts';

const EVERYONE = 'Everyone';
const VARIOUS = 'Various Artists';
const UNKNOWN = 'Unknown Artist';

/** Merges what a delivery says of itself: command line, then sidecar, then tags (the majority where they differ), then names. */
export function describeRelease(
  folderName: string,
  media: DeliveredMedia[],
  sidecar: Delivery,
  options: ImportOptions,
): Described {
  const warnings: string[] = [];
  const tags = media.map((file) => file.tags);
  const most = (what: string, pick: (tags: Tags) => string | undefined) => {
    const { value, divided } = majority(tags.map(pick));
    if (divided) warnings.push(`The tags name more than one ${what}; "${value}" was taken.`);
    return value;
  };
  const folder = readFolderName(folderName);
  const album = sidecar.title ?? most('album', (each) => each.album);
  const sources = inPlayingOrder(
    media.map((file) => sourceOf(file, sidecar)),
    warnings,
  );
  const artist =
    sidecar.artist ??
    most('album artist', (each) => each.albumArtist) ??
    sharedArtist(sources) ??
    folder.artist ??
    UNKNOWN;
  const label = labelOf(sidecar, options, () => most('label', (each) => each.label));
  const streamOnly = sidecar.stream_only ?? false;
  const tracks = sources.map((source) =>
    describeTrack(source, { artist, label: label?.name ?? '', streamOnly, language: sidecar.language }),
  );
  const [first] = tracks;
  const year = Number(most('year', (each) => each.year?.toString()) ?? Number.NaN);
  const date = most('date', (each) => fullDay(each.date));
  return {
    warnings,
    release: {
      title: album ?? (tracks.length === 1 && first ? first.title : folder.title),
      artist,
      artists: releaseArtists(artist, tracks, tags),
      label,
      release_type: sidecar.release_type ?? null,
      upc: sidecar.upc ?? most('UPC', (each) => each.upc) ?? null,
      catalognumber: sidecar.catalognumber ?? most('catalogue number', (each) => each.catalognumber) ?? null,
      copyrightyear: sidecar.copyrightyear ?? (Number.isInteger(year) && year >= 1900 ? year : null),
      p_line: sidecar.p_line ?? null,
      c_line: sidecar.c_line ?? majority(tags.map((each) => each.copyright)).value ?? null,
      language: sidecar.language ?? majority(tags.map((each) => each.language)).value ?? null,
      available: options.available ?? (sidecar.available ? new Date(sidecar.available) : null),
      impact_date: sidecar.impactdate ?? date ?? null,
      candownload: !streamOnly,
      allow_sharing: sidecar.allow_sharing ?? true,
      commenting_enabled: sidecar.commenting_enabled ?? true,
      genres: uniqueNames(sidecar.genres ?? tags.flatMap((each) => each.genres)).slice(0, NAMES_MAX),
      markets: uniqueNames((sidecar.markets ?? []).map(marketId)),
      moods: uniqueNames(sidecar.moods ?? tags.flatMap((each) => each.mood ?? [])).slice(0, NAMES_MAX),
      instruments: uniqueNames(sidecar.instruments ?? []),
      ...audienceOf(sidecar, options),
      tracks: withWorks(tracks),
    },
  };
}

/** The command line names packages for everything it imports; a sidecar's recipients are then passed over as well. */
function audienceOf(sidecar: Delivery, options: ImportOptions): { packages: string[]; recipients: string[] } {
  if (options.packages?.length) return { packages: uniqueNames(options.packages), recipients: [] };
  const packages = uniqueNames(sidecar.packages ?? []);
  const recipients = uniqueNames(sidecar.recipients ?? []);
  return { packages: packages.length + recipients.length > 0 ? packages : [EVERYONE], recipients };
}

function labelOf(
  { label }: Delivery,
  options: ImportOptions,
  tagged: () => string | undefined,
): DescribedRelease['label'] {
  const name = options.label ?? label?.name ?? tagged();
  if (name === undefined) return null;
  const own = label && label.name.toLowerCase() === name.toLowerCase() ? label : undefined;
  return { name, logo: own?.logo ?? null, contact: own?.contact ?? null };
}

function sourceOf(media: DeliveredMedia, { tracks }: Delivery): TrackSource {
  const said: DeliveredTrack | undefined = tracks?.find(
    ({ file }) => file.normalize('NFC') === media.path.normalize('NFC'),
  );
  return { ...media, said };
}

/** The artist of more than half of the tracks, guests left out. */
function sharedArtist(sources: (TrackSource & { named?: { artist?: string } })[]): string | undefined {
  const credits = sources.map(({ tags, said, named }) => said?.artist ?? tags.artist ?? named?.artist);
  const mains = credits.map((credit) => (credit === undefined ? undefined : artistNames(credit)[0]));
  const { value } = majority(mains);
  if (value === undefined) return undefined;
  const count = mains.filter((main) => main?.toLowerCase() === value.toLowerCase()).length;
  if (count * 2 <= sources.length && sources.length > 1) return VARIOUS;
  const whole = majority(credits);
  return whole.divided ? value : whole.value;
}

function releaseArtists(artist: string, tracks: DescribedTrack[], tags: Tags[]): string[] {
  const several = tags.flatMap((each) => (each.artists.length > 1 ? each.artists : []));
  const alone = new Set([...several, ...tracks.map((track) => track.artist)].map((name) => name.toLowerCase()));
  if (artist === VARIOUS) return uniqueNames(tracks.flatMap((track) => artistNames(track.artist, alone)));
  return uniqueNames(artistNames(artist, alone));
}

/** Versions of one title on one release are versions of one work. The place of the release makes its name unique. */
function withWorks(tracks: DescribedTrack[]): DescribedTrack[] {
  const keyOf = (track: DescribedTrack) => `${track.artist}\u0000${track.title}`.toLowerCase();
  return tracks.map((track) => {
    const shared = track.work === null && tracks.some((other) => other !== track && keyOf(other) === keyOf(track));
    return shared ? { ...track, work: `${OWN_WORK}${track.artist} – ${track.title}`.toLowerCase() } : track;
  });
}

const marketId = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'market';
const fullDay = (date: string | undefined) => {
  const day = date?.slice(0, 10);
  return day && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
};

const EP_TRACKS_MAX = 6;
const SINGLE_TRACKS_MAX = 3;
const EP_SECONDS_MAX = 30 * 60;

/** What a release is called that does not say it: up to 3 tracks, up to 6 or under half an hour, more. */
export function releaseType(tracks: number, seconds: number): ReleaseDraft['release_type'] {
  if (tracks <= SINGLE_TRACKS_MAX) return 'Single';
  return tracks <= EP_TRACKS_MAX || seconds < EP_SECONDS_MAX ? 'EP' : 'Album';
}
