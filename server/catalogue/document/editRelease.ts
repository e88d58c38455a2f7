import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { findAudit } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { parseArtists, uniqueNames, VARIOUS_ARTISTS } from '../names/artistNames.ts';
import { rewriteRelease } from '../publish.ts';
import { findMarkets } from '../publishQueries.ts';
import { lockReleaseState } from '../withdrawQueries.ts';
import { DeliveryRefusal } from './deliveryRules.ts';
import { mergeDocument } from './document.ts';
import type { StoredDocument } from './documentQueries.ts';
import { listDocumentFiles } from './draftFiles.ts';
import { diffPatch, mergePatch } from './mergePatch.ts';
import { listPromoPictures, listReplacedKeys, noteStoredFiles } from './storedFileQueries.ts';

type EditField = 'title' | 'artist' | 'tracks' | 'available' | 'ends' | 'markets' | 'promo' | 'logo' | EditedFiles;
type EditedFiles = 'cover' | 'attachments';

/** An edit that cannot be made. The editor reads the message. */
export class EditRefusal extends Error {
  override name = 'EditRefusal';
  readonly field: EditField;

  constructor(field: EditField, message: string) {
    super(message);
    this.field = field;
  }
}

/** The release has another version than the one that the editor saw. */
export class EditConflict extends Error {
  override name = 'EditConflict';
  readonly version: number;

  constructor(version: number) {
    super('Somebody else changed this release meanwhile.');
    this.version = version;
  }
}

interface EditOptions {
  expected?: number;
  alongside?: (db: Db) => Promise<void>;
  confirmed?: boolean | undefined;
}

const NAME_LISTS = ['artists', ...ProposedKind.options, 'packages'] as const;

/**
 * Changes fields of a release; a later delivery keeps them. A field that gets the value that was delivered follows
 * deliveries again. Gives the document that counts.
 * @param id internal
 * @param actor in the audit trail
 * @param options `expected`: the version that is edited, default any; `alongside`, `confirmed`: of `rewriteRelease`
 * @throws EditRefusal, EditConflict, StateRefusal
 */
export async function editRelease(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  patch: DocumentPatch,
  actor: string,
  { expected, alongside, confirmed }: EditOptions = {},
): Promise<ReleaseDocument> {
  const change = { now: now(), actor, action: EDIT_ACTION, alongside, confirmed };
  await requireDates(db, id, patch, change.now);
  const unknown = (await findMarkets(db, patch.markets ?? [])).find((market) => market.id === null);
  if (unknown) throw new EditRefusal('markets', `There is no market "${unknown.name}".`);
  const clean = {
    ...patch,
    ...(patch.promo && { promo: await sanitizeEditedPromo(db, id, patch.promo) }),
  };
  await noteEditedFiles(db, id, patch, change.now);
  const edit = ({ delivered, edits, version }: StoredDocument) => {
    if (expected !== undefined && version !== expected) throw new EditConflict(version);
    return applyEdit(delivered, edits, clean);
  };
  return rewriteRelease(db, id, edit, change);
}

/** @throws EditRefusal */
async function requireDates(db: Db, id: number, { available, ends }: DocumentPatch, now: Date): Promise<void> {
  if (ends && Date.parse(ends) <= now.getTime())
    throw new EditRefusal('ends', 'This end is in the past: choose a later one, or withdraw the release.');
  if (available === null && (await lockReleaseState(db, id)).state !== 'draft')
    throw new EditRefusal('available', 'A release needs its date: choose another one, or withdraw the release.');
}

/** Keeps the pictures of the delivery. @throws EditRefusal */
async function sanitizeEditedPromo(db: Db, id: number, html: string): Promise<string> {
  const { releaseid, names } = await listPromoPictures(db, id);
  const address = `/api/promo/${releaseid}/`;
  const { resolvePromoPictures, sanitizePromo } = await import('./promoHtml.ts');
  try {
    const relative = html.replaceAll(`src="${address}`, 'src="');
    const { html: clean, pictures } = sanitizePromo(relative, '/', (path) => (names.includes(path) ? path : undefined));
    return resolvePromoPictures(clean, (name) => `${address}${String(pictures.get(name))}`);
  } catch (error) {
    if (error instanceof DeliveryRefusal) throw new EditRefusal('promo', error.message);
    throw error;
  }
}

/**
 * Starts the grace time of the files that an edit replaces or uses: until it ends, undo finds them.
 * @throws EditRefusal when a file was deleted already
 */
async function noteEditedFiles(db: Db, id: number, patch: DocumentPatch, now: Date): Promise<void> {
  const fields = (['cover', 'attachments'] as const).filter((field) => patch[field] !== undefined);
  if (fields.length === 0) return;
  const keys = await listReplacedKeys(db, id, []);
  // In transactions of their own, because they may wait for a deletion.
  await db.transaction().execute((db) => noteStoredFiles(db, keys, now));
  for (const field of fields)
    await db.transaction().execute(async (db) => {
      const deleted = await noteStoredFiles(db, listEditedFiles(patch, field), now);
      if (deleted.length > 0) throw new EditRefusal(field, 'This file is not stored any more: please choose it again.');
    });
}

const listEditedFiles = (patch: DocumentPatch, field: EditedFiles): string[] =>
  listDocumentFiles({ tracks: {}, [field]: patch[field] ?? [] });

export const EDIT_ACTION = 'release.edit';

/** The id of a line in the audit trail. */
export const parseChangeId = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** The values that the fields of one edit had before it. Undefined when there is no such edit. */
export async function findFormerValues(
  db: Db,
  releaseid: string,
  changeid: string,
): Promise<DocumentPatch | undefined> {
  const id = parseChangeId(changeid);
  const line = id === undefined ? undefined : await findAudit(db, id, releaseid);
  return line?.action === EDIT_ACTION ? (line.before as DocumentPatch) : undefined;
}

function applyEdit(delivered: ReleaseDocument, edits: DocumentPatch, patch: DocumentPatch): DocumentPatch {
  const unknown = Object.keys(patch.tracks ?? {}).find((trackid) => !(trackid in delivered.tracks));
  if (unknown) throw new EditRefusal('tracks', `The release has no track ${unknown}.`);
  const edited = mergePatch(mergeDocument(delivered, edits), patch) as ReleaseDocument;
  for (const field of ['title', 'artist'] as const)
    if (!edited[field]) throw new EditRefusal(field, 'A release needs a title and an artist.');
  const { available, ends } = edited;
  const isDated = patch.available !== undefined || patch.ends !== undefined;
  if (isDated && available && ends && Date.parse(ends) <= Date.parse(available))
    throw new EditRefusal('ends', 'It would end before it is available.');
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
