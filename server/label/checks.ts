import type { ReleaseDocument } from '@promenade/contract/delivery';
import type { Check, CheckCode } from '@promenade/contract/label';
import type { IdentifiedDraft } from '../catalogue/document.ts';

const SAMPLE_RATE_LOW_BELOW = 44_100;

type Draft = Pick<IdentifiedDraft, 'cover_hash' | 'cover_drawn' | 'tracks'>;

/** What is missing or doubtful in a document and the files of its release. */
export function checkDocument({ tracks }: ReleaseDocument, { cover_hash, cover_drawn, tracks: files }: Draft): Check[] {
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
      LOSSY: file?.renditions.some(({ source }) => source !== null),
      SAMPLE_RATE_LOW: file?.renditions.some(
        ({ kind, sample_rate }) => kind === 'original' && (sample_rate ?? Infinity) < SAMPLE_RATE_LOW_BELOW,
      ),
    };
    return listFound(found, trackid);
  });
  const ofRelease = {
    NO_AUDIO: files.every(({ assettype }) => assettype !== 'audio'),
    NO_COVER: cover_hash === null || cover_drawn === true,
  };
  return [...listFound(ofRelease, null), ...ofTracks];
}

const listFound = (found: Partial<Record<CheckCode, boolean | undefined>>, trackid: string | null): Check[] =>
  Object.entries(found)
    .filter(([, isFound]) => isFound)
    .map(([code]) => ({ code: code as CheckCode, trackid }));
