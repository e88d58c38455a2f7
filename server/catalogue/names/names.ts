import type { ReleaseDocument } from '@promenade/contract/delivery';
import { type NameKind, Vocabulary } from '@promenade/contract/operatorCatalogue';
import type { Db } from '../../platform/database/db.ts';
import { lockPublishing } from '../popularQueries.ts';
import { updateTrackFragments } from '../publishTrackQueries.ts';
import { deleteLabelEntry, indexReleases } from '../search/searchIndex.ts';
import { insertFormerMembers } from './formerQueries.ts';
import * as queries from './nameQueries.ts';

// Labels, packages and vocabulary are renamed and merged while no import runs (`lockPublishing`): rows, documents, fragments
// and search index change in one transaction. Former names stay known, so that a later delivery reaches what it means.

const BATCH = 500;

/** Gives a new name. Lets imports wait until the transaction ends. */
export async function rename(db: Db, kind: NameKind, row: queries.NamedRow, name: string): Promise<void> {
  await lockPublishing(db);
  const releaseIds = await queries.listReleasesOf(db, kind, row);
  await queries.updateName(db, kind, row, name);
  if (kind !== 'markets') {
    await queries.insertFormerName(db, kind, row.name, row);
    await queries.deleteFormerName(db, kind, name);
    await queries.replaceInDocuments(db, kind, { from: [row.name], into: name, releaseIds });
  }
  if (kind === 'labels') await deleteLabelEntry(db, Number(row.key));
  await rewrite(db, kind, releaseIds);
}

/**
 * Moves the releases of `from` and deletes it; rows that refer to it outside of the catalogue must be moved before, people of
 * a package after `prepareMerge`.
 */
export async function merge(db: Db, kind: NameKind, from: queries.NamedRow, into: queries.NamedRow): Promise<void> {
  const releaseIds = await queries.listReleasesOf(db, kind, from);
  if (kind === 'labels') {
    await queries.moveWorks(db, from, into);
    await queries.moveLabelReleases(db, from, into);
    await queries.fillLabel(db, from, into);
    await deleteLabelEntry(db, Number(from.key));
  } else if (kind === 'packages') await queries.movePackageReleases(db, from, into);
  else {
    await queries.replaceVocabulary(db, kind, from, into);
    if (kind !== 'markets') await queries.acceptMerged(db, kind, from, into);
  }
  const isMarket = kind === 'markets';
  const change = { from: isMarket ? [from.id, from.name] : [from.name], into: isMarket ? into.id : into.name };
  await queries.replaceInDocuments(db, kind, { ...change, releaseIds });
  await queries.moveFormerNames(db, kind, from, into);
  for (const name of change.from) await queries.insertFormerName(db, kind, name, into);
  await queries.deleteNamed(db, kind, from);
  await rewrite(db, kind, releaseIds);
}

/** Lets imports wait until the transaction ends, and records who had the ended releases of a package. */
export async function prepareMerge(db: Db, kind: NameKind, from: queries.NamedRow): Promise<void> {
  await lockPublishing(db);
  if (kind === 'packages') await insertFormerMembers(db, Number(from.key));
}

const IN_FRAGMENTS: readonly NameKind[] = ['labels', 'genres', 'markets'];

async function rewrite(db: Db, kind: NameKind, releaseIds: number[]): Promise<void> {
  if (!IN_FRAGMENTS.includes(kind)) return;
  for (let start = 0; start < releaseIds.length; start += BATCH) {
    const ids = releaseIds.slice(start, start + BATCH);
    await queries.updateFragments(db, ids);
    await updateTrackFragments(db, ids);
    if (kind === 'labels') await indexReleases(db, ids);
  }
}

const DOCUMENT_KINDS = ['packages', ...Vocabulary.options] as const;

/** The lists of a document or draft with the names that count now. */
export async function resolveFormerNames<Named extends Partial<Pick<ReleaseDocument, (typeof DOCUMENT_KINDS)[number]>>>(
  db: Db,
  named: Named,
  labels: string[] = [],
): Promise<{ named: Named; labels: string[] }> {
  const given = [
    ...labels.map((name) => ({ kind: 'labels' as const, name })),
    ...DOCUMENT_KINDS.flatMap((kind) => (named[kind] ?? []).map((name) => ({ kind, name }))),
  ];
  const former = given.length === 0 ? [] : await queries.findFormerNames(db, given);
  if (former.length === 0) return { named, labels };
  const resolve = (kind: NameKind, names: string[]) =>
    names.map((name) => former.find((known) => known.kind === kind && known.name === name)?.now ?? name);
  const lists = DOCUMENT_KINDS.flatMap((kind) =>
    named[kind] ? [[kind, [...new Set(resolve(kind, named[kind]))]]] : [],
  );
  return { named: { ...named, ...(Object.fromEntries(lists) as Partial<Named>) }, labels: resolve('labels', labels) };
}
