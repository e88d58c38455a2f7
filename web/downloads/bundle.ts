import type { Track } from '@promenade/contract/catalogue';
import type { OmittedTrack, VideoFormat } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { BYTES_PER_MB } from '@promenade/contract/limits';
import type { OmissionReason } from '@promenade/contract/media';
import { formatTrackTitle } from '../catalogue/format.ts';
import { getLanguage, type Translate } from '../platform/text.ts';

// What a download contains: its size, and the tracks that a zip leaves out.

/** `bytes` is undefined when the size of a track is not known. */
export interface BundleContent {
  bytes: number | undefined;
  omitted: OmittedTrack[];
}

/** The bytes of a file without tags, when they are known: an AIFF is a WAV with its bytes swapped, where there is one. */
export const getFileBytes = (sizes: Track['sizes'], format: VideoFormat): number | undefined =>
  format === 'aiff' ? (sizes?.aiff === null ? undefined : sizes?.wav) : sizes?.[format];

/** Whether a file is there, as far as it is known. */
export const hasFormat = (sizes: Track['sizes'], format: VideoFormat): boolean =>
  !sizes || getFileBytes(sizes, format) !== undefined;

export function getBundleContent(songs: readonly Track[], format: AudioFormat): BundleContent {
  const omitted: OmittedTrack[] = [];
  let bytes: number | undefined = 0;
  for (const { candownload, sizes, ...song } of songs) {
    const size = getFileBytes(sizes, format);
    const reason = candownload ? !hasFormat(sizes, format) && 'FORMAT_NOT_AVAILABLE' : 'STREAM_ONLY';
    if (reason) omitted.push({ title: formatTrackTitle(song), reason });
    else bytes = size === undefined || bytes === undefined ? undefined : bytes + size;
  }
  return { bytes, omitted };
}

/** The omitted tracks by reason: `streaming only: A, B`, `not available as WAV: C`. */
export function listOmitted(t: Translate, omitted: readonly OmittedTrack[], format: string): string[] {
  const reasons = [...new Set(omitted.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const tracks = omitted.filter((track) => track.reason === reason);
    const titles = tracks.map(({ title }) => title).filter((title) => title !== null);
    const name = t(reasonTexts[reason], { format: format.toUpperCase(), count: tracks.length });
    return titles.length > 0 ? `${name}: ${titles.join(', ')}` : name;
  });
}

const reasonTexts = {
  STREAM_ONLY: 'download.omitted-stream-only',
  FORMAT_NOT_AVAILABLE: 'download.omitted-format',
  RELEASE_NOT_AVAILABLE: 'download.omitted-gone',
} as const satisfies Record<OmissionReason, string>;

const MB_PER_GB = 1024;
/** By language, unit and digits: creating one takes longer than a hundred sizes. */
const sizeFormats = new Map<string, Intl.NumberFormat>();

/** `41 MB`, with a no-break space in every language. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / BYTES_PER_MB;
  const [value, unit] = megabytes < MB_PER_GB ? [megabytes, 'megabyte'] : [megabytes / MB_PER_GB, 'gigabyte'];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  const key = `${getLanguage()} ${unit} ${maximumFractionDigits}`;
  const format =
    sizeFormats.get(key) ?? new Intl.NumberFormat(getLanguage(), { style: 'unit', unit, maximumFractionDigits });
  sizeFormats.set(key, format);
  return format.format(value).replace(' ', '\u00A0');
}

/** Adds the size to the name of a download, when it is known. */
export const addSize = (t: Translate, label: string, bytes: number | undefined): string =>
  bytes === undefined ? label : t('download.sized', { label, size: formatSize(bytes) });
