import type { OmittedTrack } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { OmissionReason } from '@promenade/contract/media';
import { formatTitle, formatTrackCount } from '../format.ts';
import type { DownloadTrack } from './downloadQueries.ts';

/** A track that is not in a zip; without `track` when the account cannot hear it any more. */
export interface Omission {
  reason: OmissionReason;
  track?: Pick<DownloadTrack, 'artist' | 'title' | 'version'>;
  /** Position in the release or playlist. */
  ordinal?: number;
}

export const OMISSIONS_FILE = 'NOT INCLUDED.txt';
/** Old Windows programs show a text without CR as one line. */
const NEW_LINE = '\r\n';

export const describeOmissions = (omissions: Omission[]): OmittedTrack[] =>
  omissions.map(({ track, reason }) => ({ title: track ? formatTitle(track) : null, reason }));

/** The text file in a zip that lists what is missing and why. `total` counts the omitted tracks too. */
export function formatOmissions(omissions: Omission[], total: number, format: AudioFormat): string {
  const reasons: Record<OmissionReason, string> = {
    STREAM_ONLY: 'Streaming only: its label does not offer it for download.',
    FORMAT_NOT_AVAILABLE: `Not available as ${format.toUpperCase()}.`,
    RELEASE_NOT_AVAILABLE: 'No longer available here.',
  };
  const lines = omissions.flatMap(({ track, ordinal = 0, reason }) =>
    track
      ? [`${String(ordinal).padStart(2, '0')} - ${track.artist} - ${formatTitle(track)}`, `     ${reasons[reason]}`]
      : [],
  );
  const unnamed = omissions.filter(({ track }) => !track).length;
  const last = unnamed > 0 ? [`${formatTrackCount(unnamed)}: ${reasons.RELEASE_NOT_AVAILABLE}`] : [];
  const head = `Not included in this download: ${omissions.length} of ${formatTrackCount(total)}.`;
  return [head, '', ...lines, ...last, ''].join(NEW_LINE);
}

export const MARK_FILE = 'MADE FOR YOU.txt';
export const MARK_TEXT = [
  'This copy was made for you. Its sound carries an inaudible mark that leads to your account, also after conversion.',
  '',
].join(NEW_LINE);
