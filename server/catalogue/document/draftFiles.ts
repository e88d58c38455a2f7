import type { ReleaseDocument } from '@promenade/contract/delivery';
import type { ReleaseDraft } from './releaseDraft.ts';

/** Widths of stored covers, in pixels. */
export const COVER_SIZES = [1000, 500, 160] as const;

export const listCoverKeys = (hash: string): string[] =>
  COVER_SIZES.flatMap((size) => ['.webp', '.jpg'].map((ending) => `covers/${hash}-${size}${ending}`));

/** The storage keys that the rows of a release will name. */
export function listDraftFiles(draft: ReleaseDraft): string[] {
  const { tracks, attachments, promoPictures, cover_hash, labels, artistPictures = {} } = draft;
  const logos = labels.map(({ logo_hash }) => logo_hash).filter((hash) => hash !== null);
  return [
    ...tracks.flatMap(({ renditions }) => renditions.map(({ file }) => file)),
    ...tracks.flatMap(({ waveform_hash }) => (waveform_hash ? [`waveforms/${waveform_hash}.bin`] : [])),
    ...[...attachments, ...promoPictures].map(({ file }) => file),
    ...(cover_hash === null ? [] : listCoverKeys(cover_hash)),
    ...logos.map((hash) => `logos/${hash}.webp`),
    ...Object.values(artistPictures).map((hash) => `artists/${hash}.webp`),
  ];
}

/** The storage keys that a document names. */
export const listDocumentFiles = ({ cover = [], attachments = [] }: ReleaseDocument): string[] => [
  ...cover.flatMap(({ hash }) => listCoverKeys(hash)),
  ...attachments.map(({ file }) => file),
];
