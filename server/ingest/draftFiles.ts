import type { ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { listCoverKeys } from './pictures.ts';

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
