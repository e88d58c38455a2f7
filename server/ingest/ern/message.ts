import { DeliveredTrack, Delivery } from '@promenade/contract/delivery';
import type * as z from 'zod/mini';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readDeals } from './deals.ts';
import { all, type Find, first, indexReferences, listTexts, readParty, textAt, textOf } from './elements.ts';
import { listFiles, type MessageFile } from './files.ts';
import { type XmlElement, xpathOf } from './xml.ts';

export interface ErnMessage {
  delivery: Delivery;
  /** The encodings of each track, best first; the file of a track is the first one. */
  encodings: MessageFile[][];
  images: MessageFile[];
  warnings: string[];
  /** Why it is refused when the release is already there. */
  takedown: string | undefined;
}

/** As in `Delivery`. */
const TRACKS_MAX = 999;
const WARNINGS_MAX = 200;
const NAMESPACE = /^http:\/\/ddex\.net\/xml\/(?:ern\/)?(?:ern-main\/)?(38\d*|4(?:1|11|2|3\d*))$/;

/**
 * Maps a NewReleaseMessage of ERN 3.8, 4.1, 4.2 or 4.3 (docs/ern.md).
 * @throws DeliveryRefusal with the XPath, and for messages that withdraw a release
 */
export function readMessage(root: XmlElement, now: Date): ErnMessage {
  requireSupported(root);
  const warnings: string[] = [];
  const find = indexReferences(root);
  const release = findMainRelease(root);
  const id = readReleaseId(root, release);
  const deals = readDeals(root, release, now, warnings);
  const takedown = `The message takes "${readTitle(release).title ?? id.upc ?? id.id}" down: withdraw the release by its button in the console, or by npm run operator -- withdraw.`;
  if (deals === 'ended') throw new DeliveryRefusal(takedown);
  if (deals === 'none')
    warnings.push('The message gives no deal: the release is available at once, unless release.json gives a date.');
  const { recordings, images } = listResources(release, find, warnings);
  const title = readTitle(release);
  const artist = readArtist(release, find);
  const { tracks, encodings } = readTracks(recordings, find, { ...title, artist }, warnings);
  if (tracks.length === 0) throw new DeliveryRefusal(`${xpathOf(release)}: it has no sound recording with a file.`);
  const labelReference = first(release, 'ReleaseLabelReference');
  if (tracks.length > TRACKS_MAX) throw new DeliveryRefusal(`The message has more than ${TRACKS_MAX} tracks.`);
  const label = textAt(release, 'LabelName') ?? (labelReference && readParty(find(labelReference), find));
  const languages = new Set(
    [release, ...recordings.map(({ element }) => element)].flatMap((element) =>
      all(element, 'DisplayTitle', 'Title').flatMap(
        ({ attributes }) => attributes.LanguageAndScriptCode ?? root.attributes.LanguageAndScriptCode ?? [],
      ),
    ),
  );
  if (languages.size > 1)
    warnings.push(`Titles in several languages (${[...languages].join(', ')}): only the default ones were taken.`);
  const covers = images.flatMap(listFiles);
  return {
    delivery: keepValid(
      {
        ...id,
        title: [title.title, title.version && `(${title.version})`].filter(Boolean).join(' '),
        artist,
        release_type: readType(release),
        label: label === undefined ? undefined : { name: label },
        genres: listTexts(all(release, 'Genre').flatMap((genre) => all(genre, 'GenreText', 'SubGenre'))),
        ...(deals !== 'none' && deals),
        copyrightyear: Number(textAt(release, 'CLine|PLine', 'Year')) || undefined,
        p_line: textAt(release, 'PLine', 'PLineText'),
        c_line: textAt(release, 'CLine', 'CLineText'),
        language: textAt(release, 'LanguageOfPerformance'),
        cover: covers[0]?.path,
      },
      tracks,
      warnings,
    ),
    encodings,
    images: covers,
    warnings:
      warnings.length > WARNINGS_MAX ? [...warnings.slice(0, WARNINGS_MAX), 'There are more of them.'] : warnings,
    takedown: deals === 'none' ? takedown : undefined,
  };
}

function requireSupported(root: XmlElement): void {
  if (!NAMESPACE.test(root.namespace))
    throw new DeliveryRefusal(
      `${xpathOf(root)}: "${root.namespace}" is not supported; supported are ERN 3.8, 4.1, 4.2 and 4.3.`,
    );
  if (root.name === 'PurgeReleaseMessage') {
    const { upc, id } = readReleaseId(root, first(root, 'PurgedRelease') ?? root);
    throw new DeliveryRefusal(
      `The message withdraws the release ${upc ?? id ?? 'without an id'}: withdraw it by its button in the console, or by npm run operator -- withdraw.`,
    );
  }
  if (root.name !== 'NewReleaseMessage') throw new DeliveryRefusal(`${xpathOf(root)}: this is no NewReleaseMessage.`);
  const profile = root.attributes.ReleaseProfileVersionId ?? '';
  if (/video|ring|film|movie/i.test(profile))
    throw new DeliveryRefusal(`The profile "${profile}" is not supported: only releases of audio are.`);
}

function findMainRelease(root: XmlElement): XmlElement {
  const releases = all(first(root, 'ReleaseList'), 'Release');
  const main =
    releases.find(({ attributes }) => attributes.IsMainRelease === 'true') ??
    releases.find((release) => textAt(release, 'ReleaseType') !== 'TrackRelease') ??
    releases[0];
  if (!main) throw new DeliveryRefusal(`${xpathOf(root)}: it has no Release in its ReleaseList.`);
  return main;
}

/** The ICPN, else the GRid or the sender's own id with its DPID. */
function readReleaseId(root: XmlElement, release: XmlElement): Pick<Delivery, 'upc' | 'id'> {
  const id = first(release, 'ReleaseId');
  const proprietary = first(id, 'ProprietaryId');
  const sender = textAt(root, 'MessageHeader', 'MessageSender', 'PartyId') ?? '';
  const own = textOf(proprietary);
  return {
    upc: textAt(id, 'ICPN'),
    id: textAt(id, 'GRid') ?? (own && `${proprietary?.attributes.Namespace ?? sender}:${own}`),
  };
}

function readType(release: XmlElement): Delivery['release_type'] {
  const type = textAt(release, 'ReleaseType') ?? '';
  if (/album|mix|compilation/i.test(type)) return 'Album';
  if (/single/i.test(type)) return 'Single';
  return /^ep$/i.test(type) ? 'EP' : undefined;
}

interface Recording {
  element: XmlElement;
  disc?: number | undefined;
}

/** In the order of the groups; sequence numbers may start again in each. A group is a disc when it says so. */
function listResources(release: XmlElement, find: Find, warnings: string[]) {
  const found: Recording[] = [];
  const add = (reference: XmlElement, disc?: number) => {
    const element = find(reference);
    if (!found.some((other) => other.element === element)) found.push({ element, disc });
  };
  const visit = (group: XmlElement, outer?: number) => {
    const disc = outer ?? discOf(group);
    const items = all(group, 'ResourceGroup', 'ResourceGroupContentItem').toSorted(
      (a, b) => sequenceOf(a) - sequenceOf(b),
    );
    for (const item of items) {
      if (item.name === 'ResourceGroup') visit(item, disc);
      else for (const reference of all(item, 'ReleaseResourceReference')) add(reference, disc);
    }
    for (const reference of all(group, 'LinkedReleaseResourceReference')) add(reference, disc);
  };
  for (const group of all(release, 'ResourceGroup')) visit(group);
  for (const reference of all(first(release, 'ReleaseResourceReferenceList'), 'ReleaseResourceReference'))
    add(reference);
  const recordings = found.filter(({ element }) => element.name === 'SoundRecording');
  const images = found.map(({ element }) => element).filter(({ name }) => name === 'Image');
  const others = found.length - recordings.length - images.length;
  if (others > 0)
    warnings.push(`${others} of its resources are neither sound recordings nor images, and were left out.`);
  const isFront = (image: XmlElement) => textAt(image, 'Type|ImageType') === 'FrontCoverImage';
  return { recordings, images: images.toSorted((a, b) => Number(isFront(b)) - Number(isFront(a))) };
}

function discOf(group: XmlElement): number | undefined {
  if (group.attributes.ResourceGroupType === 'Component') return sequenceOf(group);
  const title = textAt(group, 'Title|AdditionalTitle', 'TitleText') ?? '';
  return Number(/^(?:component|disc|disk|cd)\s*(\d{1,2})$/i.exec(title)?.[1]) || undefined;
}

const sequenceOf = (item: XmlElement) => Number(textAt(item, 'SequenceNumber') ?? Number.MAX_SAFE_INTEGER);

function readTracks(
  recordings: Recording[],
  find: Find,
  release: { title?: string; version?: string; artist?: string },
  warnings: string[],
): { tracks: Partial<DeliveredTrack>[]; encodings: MessageFile[][] } {
  const byFile = Map.groupBy(
    recordings.filter(({ element }) => {
      const hasFile = listFiles(element).length > 0;
      if (!hasFile) warnings.push(`${xpathOf(element)}: it names no file and was left out.`);
      return hasFile;
    }),
    ({ element }) => listFiles(element)[0]?.path ?? '',
  );
  const ordinals = new Map<number | undefined, number>();
  const encodings: MessageFile[][] = [];
  const tracks = [...byFile].map(([file, [recording, ...more]]) => {
    const { element, disc } = recording as Recording;
    const ordinal = (ordinals.get(disc) ?? 0) + 1;
    ordinals.set(disc, ordinal);
    encodings.push(listFiles(element));
    if (more.length > 0) {
      warnings.push(`${more.length + 1} recordings are in ${file}: it became one track with the title of the release.`);
      return { file, disc, ordinal, ...release };
    }
    return { file, disc, ordinal, ...readTrack(element, find) };
  });
  return { tracks, encodings };
}

const EXPLICIT = new Map<string, DeliveredTrack['explicit']>([
  ['Explicit', 'explicit'],
  ['NotExplicit', 'clean'],
  ['ExplicitContentEdited', 'clean'],
  ['NoAdviceAvailable', 'unknown'],
  ['Unknown', 'unknown'],
]);
const COMPOSER = /^Composer(Lyricist)?$/;
const WRITER = /^(Composer|ComposerLyricist|Lyricist|Author|Librettist|SongWriter|Writer)$/i;

function readTrack(element: XmlElement, find: Find): Partial<DeliveredTrack> {
  const contributors = all(element, 'Contributor', 'ResourceContributor', 'IndirectResourceContributor');
  const namesOf = (role: RegExp) => {
    const matching = contributors.filter((contributor) =>
      all(contributor, 'Role', 'ResourceContributorRole', 'IndirectResourceContributorRole').some((value) =>
        role.test(textOf(value) ?? ''),
      ),
    );
    return [...new Set(matching.flatMap((contributor) => readParty(contributor, find) ?? []))];
  };
  return {
    ...readTitle(element),
    artist: readArtist(element, find),
    isrc: textAt(element, 'SoundRecordingId|ResourceId', 'ISRC'),
    explicit: EXPLICIT.get(textAt(element, 'ParentalWarningType') ?? ''),
    language: textAt(element, 'LanguageOfPerformance'),
    composer: namesOf(COMPOSER).join(', ') || undefined,
    writers: namesOf(WRITER),
    producer: namesOf(/Producer$/).join(', ') || undefined,
    publishing: namesOf(/^(Music|Original)Publisher$/).join(', ') || undefined,
  };
}

/** In the language that the message says is the default, else without a language, else the first one. */
function readTitle(element: XmlElement): { title?: string; version?: string } {
  const shown = all(element, 'DisplayTitle', 'Title');
  const title =
    chooseDefault(
      shown.filter(({ name, attributes }) => name === 'DisplayTitle' || attributes.TitleType === 'DisplayTitle'),
    ) ??
    chooseDefault(shown) ??
    first(element, 'ReferenceTitle');
  return {
    title: textAt(title, 'TitleText') ?? textAt(element, 'DisplayTitleText'),
    version: textAt(title, 'SubTitle'),
  };
}

const chooseDefault = (elements: XmlElement[]) =>
  elements.find(({ attributes }) => attributes.IsDefault === 'true') ??
  elements.find(({ attributes }) => attributes.LanguageAndScriptCode === undefined) ??
  elements[0];

function readArtist(element: XmlElement, find: Find): string | undefined {
  const credit = textOf(chooseDefault(all(element, 'DisplayArtistName')));
  if (credit) return credit;
  const artists = all(element, 'DisplayArtist').toSorted(
    (a, b) => Number(a.attributes.SequenceNumber ?? 0) - Number(b.attributes.SequenceNumber ?? 0),
  );
  const isFeatured = (artist: XmlElement) =>
    all(artist, 'DisplayArtistRole', 'ArtistRole').some((role) => textOf(role) === 'FeaturedArtist');
  const names = (featured: boolean) =>
    artists.filter((artist) => isFeatured(artist) === featured).flatMap((artist) => readParty(artist, find) ?? []);
  return [names(false).join(', '), names(true).join(', ')].filter(Boolean).join(' feat. ') || undefined;
}

/** The schema of the standard leaves codes and dates free: what our own refuses is named and left out. */
function keepValid(release: object, tracks: Partial<DeliveredTrack>[], warnings: string[]): Delivery {
  return {
    ...keepFields(release, Delivery.shape, 'Release', warnings),
    tracks: tracks.map((track, index) => ({
      ...keepFields(track, DeliveredTrack.shape, `Track ${index + 1}`, warnings),
      file: track.file ?? '',
    })),
  };
}

function keepFields(fields: object, shape: Record<string, z.ZodMiniType>, owner: string, warnings: string[]): object {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const parsed = shape[name]?.safeParse(value);
    const [rule = ''] = parsed?.error?.issues.map(({ message }) => message) ?? [];
    const reason = rule.startsWith('must') ? `: it ${rule}` : '';
    if (parsed?.success) kept.push([name, parsed.data]);
    else warnings.push(`${owner}: ${name} ${JSON.stringify(value)} is not valid and was left out${reason}.`);
  }
  return Object.fromEntries(kept);
}
