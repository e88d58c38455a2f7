import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../platform/database/db.ts';
import * as queries from './searchIndexQueries.ts';
import { codeOf, headOf, isForgiven, spellingsOf, wordsOf } from './searchText.ts';
import type { Uses } from './searchWordQueries.ts';

const BATCH = 500;

/**
 * Writes what searches look in for releases as they stand now, in place of what was written before. Belongs into the
 * transaction that changes a release, at its end: the words that it holds are those that others wait for.
 */
export async function indexReleases(db: Db, ids: number[]): Promise<void> {
  const found = await queries.takeReleases(db, ids);
  const releases = found.map(({ id, title, artist, artists, labels, upc, catalognumber }) => ({
    id,
    head: headOf(title),
    words: wordsOf(title, artist, ...artists, ...labels, wordsOfCode(catalognumber)),
    upc: codeOf(upc),
    catalognumber: codeOf(catalognumber),
  }));
  const tracks = (await queries.findTracks(db, ids)).map(({ id, release_id, title, version, artist, isrc }) => ({
    id,
    release_id,
    head: headOf(title),
    words: wordsOf(title, version, artist),
    isrc: codeOf(isrc),
  }));
  const changes: Changes = new Map();
  for (const { section, words } of await queries.dropRows(db, ids)) add(changes, section, words, -1);
  await queries.putReleases(db, releases);
  await queries.putTracks(db, tracks);
  for (const { words } of releases) add(changes, 'releases', words, 1);
  for (const { words } of tracks) add(changes, 'tracks', words, 1);
  await putNames(db, changes, ids);
  await count(db, changes);
}

/** A number without a digit is no code, and is found as words are. */
const wordsOfCode = (number: string | null) => (codeOf(number) === null ? (number ?? '') : '');

/** By word: in how many more rows it stands now. */
type Changes = Map<string, Uses>;

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
    const names = await queries.findNewNames(db, kind, ids);
    const rows = names.map(({ id, name }) => ({ id, head: headOf(name), words: wordsOf(name) }));
    const put = await queries.putNames(db, kind, rows);
    for (const { id, words } of rows) if (put.has(id)) add(changes, `${kind}s`, words, 1);
  }
}

async function count(db: Db, changes: Changes): Promise<void> {
  const changed = new Map([...changes].filter(([, uses]) => Object.values(uses).some((more) => more !== 0)));
  if (changed.size === 0) return;
  const made = await queries.countWords(db, changed);
  const spelt = made.filter(isForgiven).flatMap((word) => spellingsOf(word).map((s): [string, string] => [s, word]));
  if (spelt.length > 0) await queries.putSpellings(db, spelt);
  const fewer = [...changed].flatMap(([word, uses]) => (Object.values(uses).some((more) => more < 0) ? [word] : []));
  if (fewer.length > 0) await queries.dropUnused(db, fewer, fewer.flatMap(spellingsOf));
}

/** Makes everything findable that is not yet: releases of an older version, or of a run that was stopped half-way. */
export async function indexMissing(db: Db): Promise<void> {
  let after = 0;
  let total = 0;
  for (;;) {
    const ids = await queries.findMissing(db, after, BATCH);
    if (ids.length > 0) await db.transaction().execute((db) => indexReleases(db, ids));
    total += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) break;
  }
  await db.transaction().execute(indexNames);
  if (total >= BATCH) await queries.analyseIndex(db);
}

/** Artists and labels that have no release any more, or not yet. */
async function indexNames(db: Db): Promise<void> {
  const changes: Changes = new Map();
  await putNames(db, changes);
  await count(db, changes);
}

/** The same from nothing; meanwhile searches find less. */
export async function indexAll(db: Db): Promise<void> {
  await queries.emptyIndex(db);
  await indexMissing(db);
}
