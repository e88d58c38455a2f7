import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../../platform/database/db.ts';
import { lockPublishing } from '../popularQueries.ts';
import {
  deleteUnpopular,
  insertPopular,
  listMissingPopular,
  listPopular,
  updatePopularOrder,
} from './popularSearchQueries.ts';
import * as queries from './searchIndexQueries.ts';
import { allowsTypo, foldCode, foldTitle, foldWords, spellingsOf } from './searchText.ts';
import type { SectionCounts } from './searchWordQueries.ts';

const BATCH = 500;

/**
 * Replaces the search rows of releases. Call at the end of the transaction that changes them: it locks words that
 * other imports wait for.
 */
export async function indexReleases(db: Db, ids: number[]): Promise<void> {
  const locked = await queries.lockReleases(db, ids);
  const releases = locked.map(({ id, title, artist, artists, labels, upc, catalognumber }) => ({
    id,
    head: foldTitle(title),
    words: foldWords(title, artist, ...artists, ...labels, wordsOfCode(catalognumber)),
    upc: foldCode(upc),
    catalognumber: foldCode(catalognumber),
  }));
  const tracks = (await queries.listTracks(db, ids)).map(({ id, release_id, title, version, artist, isrc }) => ({
    id,
    release_id,
    head: foldTrackTitle(title, version),
    words: foldWords(title, version, artist),
    isrc: foldCode(isrc),
  }));
  const changes: CountChanges = new Map();
  const popular = await listPopular(db, ids);
  for (const { section, words } of await queries.deleteRows(db, ids)) addCounts(changes, section, words, -1);
  await queries.insertReleases(db, releases);
  await queries.insertSearchTracks(db, tracks);
  if (popular.length > 0) await insertPopular(db, popular);
  for (const { words } of releases) addCounts(changes, 'releases', words, 1);
  for (const { words } of tracks) addCounts(changes, 'tracks', words, 1);
  await insertNames(db, changes, ids);
  await writeCounts(db, changes);
}

/** Versions that the title alone means (requirement C-ENUM-02). */
const ORIGINAL_VERSIONS = ['', 'album', 'album version', 'explicit', 'original', 'original mix', 'original version'];

/** Other versions are part of the title, so that the title alone finds the original before its remixes. */
function foldTrackTitle(title: string, version: string): string {
  const head = foldTitle(title);
  const folded = foldTitle(version);
  return ORIGINAL_VERSIONS.includes(folded) || head.endsWith(folded) ? head : foldTitle(`${title} ${version}`);
}

/** A catalogue number without a digit is searched as words. */
const wordsOfCode = (number: string | null) => (foldCode(number) === null ? (number ?? '') : '');

/** By word: the change of its row counts. */
type CountChanges = Map<string, SectionCounts>;

function addCounts(changes: CountChanges, section: SearchSection, words: string[], difference: number): void {
  for (const word of words) {
    const uses = changes.get(word) ?? { tracks: 0, artists: 0, labels: 0, releases: 0 };
    uses[section] += difference;
    changes.set(word, uses);
  }
}

/** Indexes new artists and labels of these releases, or of all. */
async function insertNames(db: Db, changes: CountChanges, ids?: number[]): Promise<void> {
  for (const kind of ['artist', 'label'] as const) {
    const names = await queries.listUnindexedNames(db, kind, ids);
    const rows = names.map(({ id, name }) => ({ id, head: foldTitle(name), words: foldWords(name) }));
    const inserted = await queries.insertNames(db, kind, rows);
    for (const { id, words } of rows) if (inserted.has(id)) addCounts(changes, `${kind}s`, words, 1);
  }
}

/** Deletes the search row of a label whose name changes or ends; the next `indexReleases` or start inserts it again. */
export async function deleteLabelEntry(db: Db, labelId: number): Promise<void> {
  const changes: CountChanges = new Map();
  addCounts(changes, 'labels', await queries.deleteLabel(db, labelId), -1);
  await writeCounts(db, changes);
}

async function writeCounts(db: Db, changes: CountChanges): Promise<void> {
  const changed = new Map(
    [...changes].filter(([, uses]) => Object.values(uses).some((difference) => difference !== 0)),
  );
  if (changed.size === 0) return;
  const made = await queries.addWordCounts(db, changed);
  const spelt = made.filter(allowsTypo).flatMap((word) => spellingsOf(word).map((s): [string, string] => [s, word]));
  if (spelt.length > 0) await queries.insertSpellings(db, spelt);
  const fewer = [...changed].flatMap(([word, uses]) =>
    Object.values(uses).some((difference) => difference < 0) ? [word] : [],
  );
  if (fewer.length > 0) await queries.deleteUnusedWords(db, fewer, fewer.flatMap(spellingsOf));
}

/** Copies the search rows of the most popular releases into their own index. */
export async function indexPopularReleases(db: Db): Promise<void> {
  const withoutImports = (change: (db: Db) => Promise<void>) =>
    db.transaction().execute(async (db) => {
      await lockPublishing(db);
      await change(db);
    });
  await withoutImports(deleteUnpopular);
  await withoutImports(updatePopularOrder);
  const missing = await listMissingPopular(db);
  for (let start = 0; start < missing.length; start += BATCH)
    await withoutImports((db) => insertPopular(db, missing.slice(start, start + BATCH)));
}

/** Indexes everything that has no search row, for example after an update or an interrupted run. */
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

/** Indexes artists and labels without a release. */
async function indexNames(db: Db): Promise<void> {
  const changes: CountChanges = new Map();
  await insertNames(db, changes);
  await writeCounts(db, changes);
}

/** Rebuilds the index; searches are incomplete meanwhile. */
export async function rebuildIndex(db: Db): Promise<void> {
  await queries.truncateIndex(db);
  await indexMissingReleases(db);
}
