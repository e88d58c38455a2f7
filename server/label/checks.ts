import type { ReleaseDocument } from '@promenade/contract/delivery';
import type { Check, CheckCode, ReleaseState } from '@promenade/contract/label';
import type { IdentifiedDraft } from '../catalogue/document.ts';

const SAMPLE_RATE_LOW_BELOW = 44_100;

const COVER_PX_MIN = 1400;
/** Longer by a hundredth than high, or the reverse: the crop is visible. */
const COVER_RATIO_MAX = 1.01;
const CLIPPED_SAMPLES_MAX = 10;
const EDGE_SILENCE_MAX = 2;

type Draft = Pick<IdentifiedDraft, 'cover_hash' | 'cover_drawn' | 'cover_width' | 'cover_height' | 'tracks'>;

interface Facts {
  decided: boolean;
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
  { decided, sameRecordings, twin, state, now }: Facts,
): Check[] {
  const said = Object.entries(tracks);
  const findTwice = (values: (string | number | undefined)[]) =>
    values.map((value, index) => value !== undefined && values.indexOf(value) !== index);
  const isOrdinalTwice = findTwice(said.map(([, { ordinal }]) => ordinal));
  const isIsrcTwice = findTwice(said.map(([, { isrc }]) => isrc));
  const ofTracks = said.flatMap(([trackid, { isrc, composer, explicit }], index) => {
    const file = files.find((track) => track.trackid === trackid);
    const found: Partial<Record<CheckCode, boolean>> = {
      ORDINAL_TWICE: isOrdinalTwice[index],
      ISRC_TWICE: isIsrcTwice[index],
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
  return [...listFound(ofRelease, null), ...twins, ...ofTracks, ...repeated];
}

const listFound = (found: Partial<Record<CheckCode, boolean | undefined>>, trackid: string | null): Check[] =>
  Object.entries(found)
    .filter(([, isFound]) => isFound)
    .map(([code]) => ({ code: code as CheckCode, trackid }));
