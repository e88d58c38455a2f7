import { getCheckDigit } from '@promenade/contract/codes';
import { type Delivery, NAMES_MAX } from '@promenade/contract/delivery';
import {
  factsOf,
  ofEachKind,
  type ProposedKind,
  type ReleaseFact,
  releaseFactNames,
  releaseFacts,
} from '@promenade/contract/releaseFields';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import { cleanName, foldName, parseArtists, uniqueNames, VARIOUS_ARTISTS } from '../../catalogue/names/artistNames.ts';
import { marketId } from '../../catalogue/names/marketNames.ts';
import { isNumber, parseFolderName } from './parseNames.ts';
import type { Tags } from './tags.ts';
import {
  buildTrackMetadata,
  canDownload,
  sortTracks,
  type TrackFile,
  type TrackMetadata,
  type TrackSource,
} from './trackMetadata.ts';

/** Options of the command line; they override the delivery. */
export interface ImportOptions {
  label?: string;
  packages?: string[];
  available?: Date;
}

export type ReleaseMetadata = ReturnType<typeof buildReleaseMetadata>['release'];

/** Prefix of a work that belongs to this release only; replaced by the identity of the release. */
export const RELEASE_WORK_PREFIX = '\u0001';

const EVERYONE = 'Everyone';
const UNKNOWN_ARTIST = 'Unknown Artist';

/**
 * Takes each field from the command line, else the sidecar, else the tags (the most frequent value), else the names of
 * folder and files.
 */
export function buildReleaseMetadata(
  folderName: string,
  files: TrackFile[],
  sidecar: Delivery,
  options: ImportOptions,
) {
  const warnings: string[] = [];
  const tags = files.map((file) => file.tags);
  const mostFrequentTag = (name: string, pick: (tags: Tags) => string | undefined) => {
    const { value, isUnanimous } = mostFrequent(tags.map(pick));
    if (!isUnanimous) warnings.push(`The tags name more than one ${name}; "${value}" was taken.`);
    return value;
  };
  const folder = parseFolderName(folderName);
  const album = sidecar.title ?? mostFrequentTag('album', ({ album }) => album);
  const sources = sortTracks(
    files.map((file) => ({ ...file, sidecar: findSidecarTrack(file, sidecar) })),
    warnings,
  );
  const saidArtist =
    sidecar.artist ?? mostFrequentTag('album artist', ({ albumArtist }) => albumArtist) ?? findCommonArtist(sources);
  const artist = saidArtist ?? folder.artist ?? UNKNOWN_ARTIST;
  const label = buildLabel(sidecar, options, () => mostFrequentTag('label', ({ label }) => label));
  const tracks = sources.map((source) =>
    buildTrackMetadata(source, {
      artist,
      title: files.length === 1 ? folder.title : undefined,
      label: label?.name ?? '',
      streamOnly: sidecar.stream_only,
      language: sidecar.language,
    }),
  );
  const [first] = tracks;
  const upc = sidecar.upc ?? mostFrequentTag('UPC', ({ upc }) => upc) ?? null;
  const misprint = upc && describeMisprint(upc);
  if (misprint) warnings.push(misprint);
  const year = Number(mostFrequentTag('year', ({ year }) => year?.toString()) ?? Number.NaN);
  const date = mostFrequentTag('date', ({ date }) => date);
  const tagged: Partial<Record<ProposedKind, string[]>> = {
    genres: tags.flatMap(({ genres }) => genres),
    moods: tags.flatMap(({ mood }) => mood ?? []),
  };
  return {
    warnings,
    release: {
      title: album ?? (tracks.length === 1 && first ? first.title : folder.title),
      artist,
      artists: listArtists(artist, tracks, tags),
      label,
      release_type: sidecar.release_type ?? null,
      ...factsOf(releaseFacts, sidecar, mostFrequentFacts(tags)),
      upc,
      catalognumber:
        sidecar.catalognumber ?? mostFrequentTag('catalogue number', ({ catalognumber }) => catalognumber) ?? null,
      copyrightyear: sidecar.copyrightyear ?? (Number.isInteger(year) && year >= 1900 ? year : null),
      // Null keeps the date of an earlier import, else means now.
      available: options.available ?? (sidecar.available ? new Date(sidecar.available) : null),
      ends: sidecar.ends ? new Date(sidecar.ends) : null,
      excluded: sidecar.excluded ?? [],
      impact_date: sidecar.impactdate ?? date ?? null,
      // Undefined: as in an earlier import; allowed in the first one.
      candownload: canDownload(sidecar.stream_only),
      allow_sharing: sidecar.allow_sharing,
      commenting_enabled: sidecar.commenting_enabled,
      mark: sidecar.mark,
      markets: uniqueNames((sidecar.markets ?? []).map(marketId)),
      ...ofEachKind((kind) => uniqueNames(sidecar[kind] ?? tagged[kind] ?? []).slice(0, NAMES_MAX)),
      guessed: {
        title: album === undefined && (tracks.length > 1 || (first?.guessed?.title ?? true)),
        artist: saidArtist === undefined,
      },
      ...buildAudience(sidecar, options),
      tracks: withSharedWorks(tracks),
    },
  };
}

type TaggedFacts = { [Name in ReleaseFact]?: string | undefined };

const mostFrequentFacts = (tags: TaggedFacts[]): Omit<TaggedFacts, 'copyrightyear'> =>
  Object.fromEntries(releaseFactNames.map((name) => [name, mostFrequent(tags.map((said) => said[name])).value]));

/** Ignores case; of equally frequent values the first one wins. */
function mostFrequent(values: readonly (string | undefined)[]): { value: string | undefined; isUnanimous: boolean } {
  const counts = new Map<string, { value: string; count: number }>();
  for (const value of values) {
    if (value === undefined || value === '') continue;
    const entry = counts.get(value.toLowerCase());
    if (entry) entry.count++;
    else counts.set(value.toLowerCase(), { value, count: 1 });
  }
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count);
  return { value: best?.value, isUnanimous: counts.size <= 1 };
}

/**
 * Packages of the command line replace the packages and the recipients of the sidecar. Only a new delivery that says
 * nothing about its audience goes to everyone; an empty list means nobody.
 */
function buildAudience(
  { packages, recipients }: Delivery,
  options: ImportOptions,
): { packages: string[]; recipients: string[]; keepsAudience?: true } {
  if (options.packages?.length) return { packages: uniqueNames(options.packages), recipients: [] };
  if (!packages && !recipients) return { packages: [EVERYONE], recipients: [], keepsAudience: true };
  return { packages: uniqueNames(packages ?? []), recipients: uniqueNames(recipients ?? []) };
}

function buildLabel(
  { label }: Delivery,
  options: ImportOptions,
  findTaggedLabel: () => string | undefined,
): { name: string; logo: string | null; contact: string | null } | null {
  const name = cleanName(options.label ?? label?.name ?? findTaggedLabel() ?? '');
  if (name === '') return null;
  const details = label && foldName(label.name) === foldName(name) ? label : undefined;
  return { name, logo: details?.logo ?? null, contact: details?.contact ?? null };
}

const findSidecarTrack = ({ path }: TrackFile, { tracks }: Delivery) =>
  tracks?.find(({ file }) => file === path.normalize('NFC'));

/** The main artist of more than half of the tracks; their whole credit when all tracks have the same. */
function findCommonArtist(sources: (TrackSource & { fileName: { artist?: string } })[]): string | undefined {
  const credits = sources.map(({ tags, sidecar, fileName }) => sidecar?.artist ?? tags.artist ?? fileName.artist);
  const mainArtists = credits.map((credit) => (credit === undefined ? undefined : parseArtists(credit)[0]));
  const { value } = mostFrequent(mainArtists);
  if (value === undefined) return undefined;
  const count = mainArtists.filter((artist) => artist?.toLowerCase() === value.toLowerCase()).length;
  if (count * 2 <= sources.length && sources.length > 1) return VARIOUS_ARTISTS;
  const credit = mostFrequent(credits);
  return credit.isUnanimous ? credit.value : value;
}

function listArtists(artist: string, tracks: TrackMetadata[], tags: Tags[]): string[] {
  const lists = tags.flatMap(({ artists, albumArtists }) => [artists, albumArtists]).filter((list) => list.length > 1);
  const listed = new Map(lists.map((list) => [list.join(', '), list]));
  const known = new Set([...lists.flat(), ...tracks.map((track) => track.artist)].map((name) => name.toLowerCase()));
  const credits = artist === VARIOUS_ARTISTS ? tracks.map((track) => track.artist) : [artist];
  const parse = (part: string) => listed.get(part) ?? parseArtists(part, known);
  // Names of a list may have commas, so the list goes before the parser.
  return uniqueNames(credits.flatMap((credit) => listed.get(credit) ?? parseArtists(credit).flatMap(parse)));
}

/** Labels print wrong UPCs: they are taken, with a warning that names the digit that would fit. */
function describeMisprint(upc: string): string | undefined {
  const others = upc.slice(0, -1);
  const digit = getCheckDigit(others);
  // A leading zero may be missing, which spreadsheets remove.
  if (upc.endsWith(digit)) return undefined;
  return [8, 12, 13, 14].includes(upc.length)
    ? `The UPC ${upc} has a wrong check digit: ${others}${digit} would be right.`
    : `The UPC ${upc} has ${upc.length} digits: with the check digit it would be ${upc}${getCheckDigit(upc)}.`;
}

/** Without an artist or a title, two releases are no twins. */
export const hasName = ({ artist, title }: Pick<ReleaseMetadata, 'artist' | 'title'>) =>
  artist !== UNKNOWN_ARTIST && !isNumber(title);

function withSharedWorks(tracks: TrackMetadata[]): TrackMetadata[] {
  const keyOf = ({ artist, title }: TrackMetadata) => `${artist}\u0000${title}`.toLowerCase();
  return tracks.map((track) => {
    const isShared = tracks.some((sibling) => sibling !== track && keyOf(sibling) === keyOf(track));
    if (track.work !== null || !isShared) return track;
    return { ...track, work: `${RELEASE_WORK_PREFIX}${track.artist} – ${track.title}`.toLowerCase() };
  });
}

const EP_TRACKS_MAX = 6;
const SINGLE_TRACKS_MAX = 3;
const EP_SECONDS_MAX = 30 * 60;

/** The type of a release that names none, by its number of tracks and its duration. */
export function getReleaseType(tracks: number, seconds: number): ReleaseDraft['release_type'] {
  if (tracks <= SINGLE_TRACKS_MAX) return 'Single';
  return tracks <= EP_TRACKS_MAX || seconds < EP_SECONDS_MAX ? 'EP' : 'Album';
}
