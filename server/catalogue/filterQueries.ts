import { ProposedKind } from '@promenade/contract/releaseFields';
import { type RawBuilder, sql } from 'kysely';
import type { ParsedFilter } from './filter.ts';
import { sortText } from './publishQueries.ts';
import { arrivedAt, idColumns, removedTracks, type Viewer } from './rowQueries.ts';

/**
 * The conditions of a filter on release `r`, each beginning with "and". Only what is filtered is in the text, so that
 * PostgreSQL plans for it.
 * @param useIndexes for counts: array columns by their own index; a page walks the index of its order instead
 */
export function filterConditions(filter: ParsedFilter, viewer: Viewer, useIndexes: boolean): RawBuilder<unknown> {
  const { days, since, artist, label, labels, artistId, labelId, markets, packages, work, tempos, keys } = filter;
  const isNarrow = days ?? since ?? artist ?? label ?? labels ?? work;
  const overlaps = useIndexes && (markets ?? packages ?? tempos ?? keys) && !isNarrow ? overlapsByIndex : overlapsByRow;
  const conditions = [
    artist && sql` and r.id = any(array(${releasesOfArtist(artist)}))`,
    label && sql` and r.id = any(array(${releasesOfLabel(label)}))`,
    labels && sql` and r.id = any(array(${releasesLinkedTo('label', labelsNamed(labels))}))`,
    labelId && sql` and r.id = any(array(${releasesLinkedTo('label', sql`${labelId}`)}))`,
    artistId && sql` and r.id = any(array(${releasesLinkedTo('artist', sql`${artistId}`)}))`,
    days && sql` and r.available_at > now() - make_interval(days => ${days})`,
    since && sql` and ${arrivedAt} > ${since}`,
    work && sql` and r.id = any(array(${releasesOfWork(work)}))`,
    filter.explicit !== undefined && sql` and r.explicit = ${filter.explicit}`,
    filter.release_types && sql` and r.release_type = any(${filter.release_types}::text[])`,
    ...ProposedKind.options.map((kind) => filter[kind] && overlaps(idColumns[kind], idsByName(kind, filter[kind]))),
    filter.tohear && sql` and ${isToHear(viewer)}`,
    filter.versions && sql` and coalesce(r.versions && ${filter.versions}::text[], false)`,
    tempos && overlaps('tempos', sql`select unnest(${tempos}::int[])`),
    keys && overlaps('keys', sql`select unnest(${keys}::text[])`),
    markets && overlaps('market_ids', idsByName('markets', markets)),
    packages && overlaps('audience', packagesOfViewer(packages, viewer)),
    filter.words && sql` and ${hasWords(filter.words)}`,
    filter.titleWords && sql` and ${titleHasWords(filter.titleWords)}`,
  ];
  return sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql``,
  );
}

const overlapsByIndex = (column: string, ids: RawBuilder<unknown>) => sql` and r.${sql.ref(column)} && array(${ids})`;

/** The coalesce hides the index, as in `visibleToViewer`. */
const overlapsByRow = (column: string, ids: RawBuilder<unknown>) =>
  sql` and coalesce(r.${sql.ref(column)} && array(${ids}), false)`;

/** Unicode lower case, independent of the locale of the database. */
const lower = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`;

const idsByName = (table: ProposedKind | 'markets' | 'packages', words: string[]) =>
  sql`select id from ${sql.table(table)} where id::text = any(${words}::text[]) or ${isNamed(words)}`;

const isNamed = (words: string[]) =>
  sql`fold_name(name) in (select fold_name(word) from unnest(${words}::text[]) word)`;

/** Packages that the viewer does not hold match nothing, so their existence stays secret. */
const packagesOfViewer = (words: string[], { audience }: Viewer) =>
  sql`select id from (${idsByName('packages', words)}) named where id = any(${audience}::int[])`;

const releasesOfArtist = (artist: string) => sql`
  select release_id from release_artist where artist_id in (select id from artists where fold_name(name) = fold_name(${artist}))
  union
  select id from releases
  where state = 'available' and sort_artist = ${sortText(artist)} and fold_name(artist) = fold_name(${artist})`;

const releasesOfWork = (workid: string) =>
  sql`select t.release_id from tracks t join works w on w.id = t.work_id where w.workid = ${workid}`;

const releasesOfLabel = (label: string) =>
  releasesLinkedTo('label', sql`select id from labels where fold_name(name) = fold_name(${label})`);

const releasesLinkedTo = (kind: 'artist' | 'label', ids: RawBuilder<unknown>) => sql`
  select release_id from ${sql.table(`release_${kind}`)} where ${sql.ref(`${kind}_id`)} in (${ids})`;

/** By public id or name. */
const labelsNamed = (words: string[]) => sql`
  select id from labels where labelid::text = any(${words}::text[]) or ${isNamed(words)}`;

/** Every word is in title, artist or a label name. Labels have no folded form and are compared as written. */
const hasWords = (words: string[]) => sql`not exists (
  select from unnest(${foldWords(words)}::text[], ${words}::text[]) wanted (folded, word)
  where ${lacksWord(['title', 'artist'], words)} and (r.id, word) not in (
    select rl.release_id, w.word from unnest(${words}::text[]) w (word)
    join labels l on strpos(${lower(sql`l.name`)}, w.word) > 0 join release_label rl on rl.label_id = l.id))`;

const titleHasWords = (words: string[]) => sql`not exists (
  select from unnest(${foldWords(words)}::text[]) folded where ${lacksWord(['title'], words)})`;

/** A word of punctuation alone (`!!!`) stays as it is. */
const foldWords = (words: string[]) => words.map((word) => sortText(word) || word);

/** Sort columns have no punctuation, so words of punctuation are looked up in the written text, too. */
function lacksWord(columns: ('title' | 'artist')[], words: string[]): RawBuilder<unknown> {
  const hasPunctuation = words.some((word) => sortText(word) === '');
  const searched = columns.flatMap((column) => [`sort_${column}`, ...(hasPunctuation ? [column] : [])]);
  return sql.join(
    searched.map((column) => sql`strpos(r.${sql.ref(column)}, folded) = 0`),
    sql` and `,
  );
}

const isToHear = (viewer: Viewer) => sql`r.id not in (${doneBy(viewer)})`;

/** What is not to hear: releases that the account decided or heard, and those without audio. Read once for many rows. */
export const doneBy = ({ accountid }: Viewer) => sql`
  select release_id from marks where account_id = ${accountid} and coalesce(flagged_at, archived_at) is not null
  union all
  select t.release_id from track_marks t join releases of_track on of_track.id = t.release_id
  where t.account_id = ${accountid} and t.track_id not in ${removedTracks} group by t.release_id, of_track.trackcount
  having count(t.flagged_at) > 0 or count(t.heard) >= of_track.trackcount
  union all
  select release_id from reactions where account_id = ${accountid}
  union all
  select id from releases where trackcount = 0`;
