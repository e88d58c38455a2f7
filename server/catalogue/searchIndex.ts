import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../platform/database/db.ts';
import * as queries from './searchIndexQueries.ts';
import { allowsTypo, foldCode, foldTitle, foldWords, spellingsOf } from './searchText.ts';
import type { SectionCounts } from './searchWordQueries.ts';

const BATCH = 500;

/**
 * Writes what searches look in for releases as they stand now, in place of what was written before. Belongs into the
 * transaction that changes a release, at its end: the words that it holds are those that others wait for.
 */
export async function indexReleases(db: Db, ids: number[]): Promise<void> {
  const found = await queries.lockReleases(db, ids);
  const releases = found.map(({ id, title, artist, artists, labels, upc, catalognumber }) => ({
    id,
    head: foldTitle(title),
    words: foldWords(title, artist, ...artists, ...labels, wordsOfCode(catalognumber)),
    upc: foldCode(upc),
    catalognumber: foldCode(catalognumber),
  }));
  const tracks = (await queries.listTracks(db, ids)).map(({ id, release_id, title, version, artist, isrc }) => ({
    id,
    release_id,
    head: foldTitle(title),
    words: foldWords(title, version, artist),
    isrc: foldCode(isrc),
  }));
  const changes: Changes = new Map();
  for (const { section, words } of await queries.deleteRows(db, ids)) add(changes, section, words, -1);
  await queries.insertReleases(db, releases);
  await queries.insertTracks(db, tracks);
  for (const { words } of releases) add(changes, 'releases', words, 1);
  for (const { words } of tracks) add(changes, 'tracks', words, 1);
  await putNames(db, changes, ids);
  await count(db, changes);
}

/** A number without a digit is no code, and is found as words are. */
const wordsOfCode = (number: string | null) => (foldCode(number) === null ? (number ?? '') : '');

/** By word: in how many more rows it stands now. */
type Changes = Map<string, SectionCounts>;

function add(changes: Changes, section: SearchSection, words: string[], more: number): void {
  for (const word of words) {
    const uses = changes.get(word) ?? { tracks: 0, artists: 0, labels: 0, releases: 0 };
    uses[section] += more;
    changes.set(word, uses);
  }
}

/** The artists and labels of releases; without ids those of all. */
async function putNames(db: Db, changes: Changes, ids?: number[]): Promise<void> {
  for (const kind of ['artist', 'label'] as const) {
    const names = await queries.listUnindexedNames(db, kind, ids);
    const rows = names.map(({ id, name }) => ({ id, head: foldTitle(name), words: foldWords(name) }));
    const put = await queries.insertNames(db, kind, rows);
    for (const { id, words } of rows) if (put.has(id)) add(changes, `${kind}s`, words, 1);
  }
}

async function count(db: Db, changes: Changes): Promise<void> {
  const changed = new Map([...changes].filter(([, uses]) => Object.values(uses).some((more) => more !== 0)));
  if (changed.size === 0) return;
  const made = await queries.addWordCounts(db, changed);
  const spelt = made.filter(allowsTypo).flatMap((word) => spellingsOf(word).map((s): [string, string] => [s, word]));
  if (spelt.length > 0) await queries.insertSpellings(db, spelt);
  const fewer = [...changed].flatMap(([word, uses]) => (Object.values(uses).some((more) => more < 0) ? [word] : []));
  if (fewer.length > 0) await queries.deleteUnusedWords(db, fewer, fewer.flatMap(spellingsOf));
}

/** Makes everything findable that is not yet: releases of an older version, or of a run that was stopped half-way. */
export async function indexMissingReleases(db: Db): Promise<void> {
  let after = 0;
  let total = 0;
  for (;;) {
    const ids = await queries.listUnindexedReleases(db, after, BATCH);
    if (ids.length > 0) await db.transaction().execute((db) => indexReleases(db, ids));
    total += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) break;
  }
  await db.transaction().execute(indexNames);
  if (total >= BATCH) await queries.analyzeIndex(db);
}

/** Artists and labels that have no release any more, or not yet. */
async function indexNames(db: Db): Promise<void> {
  const changes: Changes = new Map();
  await putNames(db, changes);
  await count(db, changes);
}

/** The same from nothing; meanwhile searches find less. */
export async function rebuildIndex(db: Db): Promise<void> {
  await queries.truncateIndex(db);
  await indexMissingReleases(db);
}
