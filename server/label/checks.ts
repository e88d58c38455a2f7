import type { DocumentTrack, ReleaseDocument } from '@promenade/contract/delivery';
import type { Check, CheckCode, ReleaseState } from '@promenade/contract/label';
import type { IdentifiedDraft } from '../catalogue/document/document.ts';

const SAMPLE_RATE_LOW_BELOW = 44_100;

const COVER_PX_MIN = 1400;
/** Longer by a hundredth than high, or the reverse: the crop is visible. */
const COVER_RATIO_MAX = 1.01;
const CLIPPED_SAMPLES_MAX = 10;
const EDGE_SILENCE_MAX = 2;

type Draft = Pick<IdentifiedDraft, 'cover_hash' | 'cover_drawn' | 'cover_width' | 'cover_height' | 'tracks'>;

interface Facts {
  decided: boolean;
  /** Its sound is to be marked, and is not yet; why, when it was tried. */
  pendingMark: { reason: string | null } | undefined;
  /** Tracks with the ISRC of a track of another release of the label. */
  sameRecordings: { trackid: string; other: NonNullable<Check['other']> }[];
  /** Another release of the label with this artist and title. */
  twin: Check['other'] | undefined;
  state: ReleaseState;
  now: Date;
}

/** What is missing or doubtful in a document and the files of its release. */
export function checkDocument(
  { title, artist, available, tracks }: ReleaseDocument,
  { cover_hash, cover_drawn, cover_width, cover_height, tracks: files }: Draft,
  { decided, pendingMark, sameRecordings, twin, state, now }: Facts,
): Check[] {
  const said = Object.entries(tracks);
  const ofTracks = said.flatMap(([trackid, { isrc, composer, explicit }]) => {
    const file = files.find((track) => track.trackid === trackid);
    const found: Partial<Record<CheckCode, boolean>> = {
      NO_ISRC: isrc === undefined,
      NO_COMPOSER: composer === undefined,
      EXPLICIT_UNKNOWN: explicit === undefined || explicit === 'unknown',
      CLIPPED: (file?.clipped_samples ?? 0) > CLIPPED_SAMPLES_MAX,
      SILENT_END: (file?.edge_silence ?? 0) > EDGE_SILENCE_MAX,
      LOSSY: file?.renditions.some(({ source }) => source !== null),
      SAMPLE_RATE_LOW: file?.renditions.some(
        ({ kind, sample_rate }) => kind === 'original' && (sample_rate ?? Infinity) < SAMPLE_RATE_LOW_BELOW,
      ),
    };
    return listFound(found, trackid);
  });
  const shortSide = cover_width && cover_height && Math.min(cover_width, cover_height);
  const ofRelease = {
    NO_AUDIO: files.every(({ assettype }) => assettype !== 'audio'),
    NO_TITLE: title === undefined,
    NO_ARTIST: artist === undefined,
    AUDIENCE_UNDECIDED: !decided,
    NO_COVER: cover_hash === null || cover_drawn === true,
    COVER_SMALL: shortSide !== null && shortSide < COVER_PX_MIN,
    COVER_NOT_SQUARE: shortSide !== null && Math.max(cover_width ?? 0, cover_height ?? 0) > shortSide * COVER_RATIO_MAX,
    PAST_DATE: state === 'draft' && available !== undefined && available.slice(0, 10) < now.toISOString().slice(0, 10),
  };
  const repeated = sameRecordings.map((found) => ({ code: 'SAME_RECORDING' as const, ...found }));
  const twins = twin ? [{ code: 'TWIN' as const, trackid: null, other: twin }] : [];
  const inOrder = said.toSorted(([, a], [, b]) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  const twice = [...listTwice('ORDINAL_TWICE', 'ordinal', inOrder), ...listTwice('ISRC_TWICE', 'isrc', inOrder)];
  const marks = pendingMark
    ? [
        {
          code: 'MARK_PENDING' as const,
          trackid: null,
          ...(pendingMark.reason !== null && { reason: pendingMark.reason }),
        },
      ]
    : [];
  return [...listFound(ofRelease, null), ...marks, ...twins, ...twice, ...ofTracks, ...repeated];
}

type Said = [trackid: string, track: DocumentTrack][];

/** Tracks with the value of a track before them, of tracks in order. */
const listTwice = (code: CheckCode, field: 'ordinal' | 'isrc', said: Said): Check[] =>
  said.flatMap(([trackid, { [field]: value }], index) => {
    const first = value === undefined ? index : said.findIndex(([, track]) => track[field] === value);
    return first < index ? [{ code, trackid, same: said[first]?.[0] ?? '' }] : [];
  });

/** Why a draft cannot be published, as a sentence. */
export function describeError(
  { code, trackid, same, reason }: Check,
  { tracks }: Pick<ReleaseDocument, 'tracks'>,
): string {
  const nameOf = (id: string | null | undefined): string => {
    const { ordinal, title = '', version = '' } = tracks[id ?? ''] ?? {};
    return `track ${ordinal ?? ''}, ${title}${version && ` (${version})`}`;
  };
  const sentences: Partial<Record<CheckCode, string>> = {
    NO_AUDIO: 'There is no audio that can be played.',
    NO_TITLE: 'The release has no title.',
    NO_ARTIST: 'The release has no artist.',
    AUDIENCE_UNDECIDED: 'Nobody has decided who receives it.',
    MARK_PENDING: reason ?? 'Its sound is not marked yet.',
    ISRC_TWICE: `The ISRC of ${nameOf(trackid)} is that of ${nameOf(same)}, too.`,
    ORDINAL_TWICE: `The place of ${nameOf(trackid)} is that of ${nameOf(same)}, too.`,
  };
  return sentences[code] ?? code;
}

const listFound = (found: Partial<Record<CheckCode, boolean | undefined>>, trackid: string | null): Check[] =>
  Object.entries(found)
    .filter(([, isFound]) => isFound)
    .map(([code]) => ({ code: code as CheckCode, trackid }));
