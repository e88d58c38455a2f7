import { type DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import { mergeDocument } from '../catalogue/document.ts';
import { diffPatch, mergePatch } from '../catalogue/mergePatch.ts';
import { rewriteRelease } from '../catalogue/publish.ts';
import type { AppContext } from '../platform/context.ts';
import { parseArtists, uniqueNames } from './parseNames.ts';
import { VARIOUS_ARTISTS } from './releaseMetadata.ts';

/** An edit that cannot be made. The editor reads the message. */
export class EditRefusal extends Error {
  override name = 'EditRefusal';
}

const NAME_LISTS = ['artists', 'genres', 'moods', 'instruments', 'packages'] as const;

/**
 * Changes fields of a release; a later delivery keeps them. A field that gets the value that was delivered follows
 * deliveries again. Gives the document that counts.
 * @param id internal
 * @param actor in the audit trail
 * @throws EditRefusal
 */
export function editRelease(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  patch: DocumentPatch,
  actor: string,
): Promise<ReleaseDocument> {
  const change = { now: now(), actor, action: 'release.edit' };
  return rewriteRelease(db, id, ({ delivered, edits }) => applyEdit(delivered, edits, patch), change);
}

function applyEdit(delivered: ReleaseDocument, edits: DocumentPatch, patch: DocumentPatch): DocumentPatch {
  const unknown = Object.keys(patch.tracks ?? {}).find((trackid) => !(trackid in delivered.tracks));
  if (unknown) throw new EditRefusal(`The release has no track ${unknown}.`);
  const edited = ReleaseDocument.parse(mergePatch(mergeDocument(delivered, edits), patch));
  if (!edited.title || !edited.artist) throw new EditRefusal('A release needs a title and an artist.');
  const names = Object.fromEntries(
    NAME_LISTS.map((list) => [list, uniqueNames(edited[list] ?? [])] as const).filter(([, { length }]) => length > 0),
  );
  const artists = patch.artists === undefined ? { artists: listArtists(edited, delivered) } : {};
  const after = { ...edited, ...names, ...artists };
  const isGone = ([trackid]: [string, unknown]) => !(trackid in delivered.tracks);
  const gone = Object.fromEntries(Object.entries(edits.tracks ?? {}).filter(isGone));
  const diff = diffPatch(delivered, after) as DocumentPatch;
  return { ...diff, tracks: { ...gone, ...diff.tracks } };
}

/** The delivery may list names that no credit tells. */
function listArtists(edited: ReleaseDocument, delivered: ReleaseDocument): string[] {
  const creditsOf = ({ artist = '', tracks }: ReleaseDocument) =>
    artist === VARIOUS_ARTISTS ? Object.values(tracks).map((track) => track.artist ?? '') : [artist];
  const credits = creditsOf(edited);
  if (credits.join('\n') === creditsOf(delivered).join('\n') && delivered.artists) return delivered.artists;
  return uniqueNames(credits.flatMap((credit) => parseArtists(credit)));
}
