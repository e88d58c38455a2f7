import { type RawBuilder, sql } from 'kysely';
import type { Sought } from './filter.ts';
import { sortText } from './publishQueries.ts';
import type { Viewer } from './rowQueries.ts';

/** What a filter adds to the condition on release `r`, each part beginning with "and". */
export interface Fit {
  /** What the index of the dates holds, or other tables by the id. */
  held: RawBuilder<unknown>;
  /** What only the row tells. */
  others: RawBuilder<unknown>;
}

/**
 * Only what was asked stands in the text, so that PostgreSQL plans for it.
 * @param isMany a page walks the index of its order, and so does a count of what that index holds; another count takes
 * the indexes of what it counts
 */
export function fits(sought: Sought, hearer: Viewer, isMany: boolean): Fit {
  const { days, artist, label, markets, packages } = sought;
  const overlaps = isMany && (markets || packages) && !days && !artist && !label ? indexed : walked;
  return {
    held: all(
      artist && sql` and r.id = any(array(${releasesOfArtist(artist)}))`,
      label && sql` and r.id = any(array(${releasesOfLabel(label)}))`,
      days && sql` and r.available_at > now() - make_interval(days => ${days})`,
      sought.explicit !== undefined && sql` and r.explicit = ${sought.explicit}`,
      sought.release_types && sql` and r.release_type = any(${sought.release_types}::text[])`,
      sought.genres && overlaps('genre_ids', idsIn('genres', sought.genres)),
      sought.moods && overlaps('mood_ids', idsIn('moods', sought.moods)),
      sought.instruments && overlaps('instrument_ids', idsIn('instruments', sought.instruments)),
      sought.unheard && sql` and ${unheard(hearer)}`,
    ),
    others: all(
      sought.versions && sql` and coalesce(r.versions && ${sought.versions}::text[], false)`,
      markets && overlaps('market_ids', idsIn('markets', markets)),
      packages && overlaps('audience', heldPackages(packages, hearer)),
      sought.words && sql` and ${holdsWords(sought.words)}`,
      sought.titleWords && sql` and ${titleHolds(sought.titleWords)}`,
    ),
  };
}

const all = (...parts: (RawBuilder<unknown> | string | number | false | undefined)[]) =>
  sql.join(
    parts.filter((part) => typeof part === 'object'),
    sql``,
  );

const indexed = (column: string, ids: RawBuilder<unknown>) => sql` and r.${sql.ref(column)} && array(${ids})`;

/** The coalesce hides the index, as in `audible`. */
const walked = (column: string, ids: RawBuilder<unknown>) =>
  sql` and coalesce(r.${sql.ref(column)} && array(${ids}), false)`;

/** Lower case by Unicode, whatever the database's own locale knows of it. */
const lower = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`;

const idsIn = (table: 'genres' | 'moods' | 'instruments' | 'markets' | 'packages', words: string[]) =>
  sql`select id from ${sql.table(table)} where id::text = any(${words}::text[]) or ${lower(sql`name`)} = any(${words}::text[])`;

/** Of a package that somebody else holds nothing is told, not even whether it exists. */
const heldPackages = (words: string[], { audience }: Viewer) =>
  sql`select id from (${idsIn('packages', words)}) named where id = any(${audience}::int[])`;

/** The few that an artist or label has are found by it, not by looking for it along the catalogue. */
const releasesOfArtist = (artist: string) => sql`
  select release_id from release_artist where artist_id in (select id from artists where lower(name) = lower(${artist}))
  union
  select id from releases
  where state = 'available' and sort_artist = ${sortText(artist)} and ${lower(sql`artist`)} = ${artist}`;

const releasesOfLabel = (label: string) => sql`
  select release_id from release_label where label_id in (select id from labels where lower(name) = lower(${label}))`;

/** Label names are compared as they are written: only the others have a sortable form. */
const holdsWords = (words: string[]) => sql`not exists (
  select from unnest(${folded(words)}::text[], ${words}::text[]) sought (folded, word)
  where ${lacks(['title', 'artist'], words)} and (r.id, word) not in (
    select rl.release_id, w.word from unnest(${words}::text[]) w (word)
    join labels l on strpos(${lower(sql`l.name`)}, w.word) > 0 join release_label rl on rl.label_id = l.id))`;

const titleHolds = (words: string[]) => sql`not exists (
  select from unnest(${folded(words)}::text[]) folded where ${lacks(['title'], words)})`;

/** A word that is nothing but marks (`!!!`) stays what it is. */
const folded = (words: string[]) => words.map((word) => sortText(word) || word);

/** Sortable forms leave marks out, so that a word of marks is sought in what is written, too. */
function lacks(columns: ('title' | 'artist')[], words: string[]): RawBuilder<unknown> {
  const hasMarks = words.some((word) => sortText(word) === '');
  const read = columns.flatMap((column) => [`sort_${column}`, ...(hasMarks ? [column] : [])]);
  return sql.join(
    read.map((column) => sql`strpos(r.${sql.ref(column)}, folded) = 0`),
    sql` and `,
  );
}

const unheard = ({ accountid }: Viewer) => sql`not exists (
  select from track_marks t where t.account_id = ${accountid} and t.release_id = r.id and t.heard is not null)`;
