import type { SearchSection } from '@promenade/contract/search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type Viewer, visibleForCounting, visibleToViewer } from '../rowQueries.ts';
import { LAST_CHARACTER, type SearchText } from './searchText.ts';

/*
 * A search has two steps for each section (tracks, artists, labels, releases), in one statement for all sections or, in
 * a large catalogue, for each:
 * 1. Candidates: rows whose words match and that the viewer may see. Rare words are looked up in the word index of all
 *    rows, frequent words in that of the most popular releases. For words that very many rows contain, releases are
 *    walked in the order of popularity until enough of their rows match. Rows with exactly this title or name are
 *    added, beside the popular ones also titles that begin like it. Codes (ISRC, UPC, catalogue number) that begin like
 *    the text are looked up as well.
 * 2. Score: how well the text matches, in steps of ten; within a step the popular ones first, then the newest.
 * Terms are in a materialized row, so that the plan does not depend on them and is reused. It is joined: a subquery for
 * each use took four times as long to plan.
 */

/** Where candidates are read: all word index rows, those of popular releases, or releases in the order of popularity. */
export type Source = 'index' | 'popular' | 'walk';

/** Search terms: text of tsquery unless said otherwise. */
export interface SearchTerms {
  /** What a result must match, typos forgiven. */
  match: string;
  /** What is looked up in the index of beginnings: finds every row that `match` matches, and perhaps more. */
  index: string;
  /** For each section the sources to read in turn while it has too few results. */
  sources: Record<SearchSection, [Source, ...Source[]]>;
  prefixes: string;
  /** Each word as typed, as a whole word. */
  words: string;
  head: string;
  /** A range of codes; null if the text cannot be one. */
  code: SearchText['code'];
}

/** Genres and markets in lower case, by id or name. */
export interface SearchFilter {
  genres?: string[] | undefined;
  markets?: string[] | undefined;
}

export interface SearchHit {
  section: SearchSection;
  /** Internal. */
  id: number;
  score: number;
  /** Found by its complete ISRC, UPC or catalogue number. */
  isCode: boolean;
}

export interface SearchRequest extends Viewer {
  terms: SearchTerms;
  filter: SearchFilter;
  sections: SearchSection[];
  /** The viewer sees so few releases that all of them are read instead of the popular ones. */
  isSmall: boolean;
  /** The catalogue has more than the popular releases, whose rows are then read first. */
  isLarge: boolean;
  /** Results per section. */
  limit: number;
}

/** Returns the best results of each section. */
export async function findHits(db: Db, request: SearchRequest): Promise<SearchHit[]> {
  const { sections, isLarge } = request;
  // Sections of a large catalogue have several sources: each combination would be a statement of its own, and planning
  // one takes as long as a search.
  const groups = isLarge ? sections.map((section) => [section]) : [sections];
  const hits = await Promise.all(groups.map((group) => readHits(db, { ...request, sections: group })));
  return hits.flat();
}

/** Reads the sections from the source of this attempt, then from the next while there are too few results. */
async function readHits(db: Db, request: SearchRequest, attempt = 0): Promise<SearchHit[]> {
  const { terms, filter, sections, limit } = request;
  const { index, match, prefixes, words, head, code } = terms;
  const best = sections.map(
    (section) => sql`(
      select ${sql.lit(section)} as section, id, max(score) as score, max(code_score) = ${sql.lit(CODE_SCORE)} as "isCode"
      from (
        select c.id, c.entry, c.code_score, ${scoreOf('c', sql`c.code_score`)} as score
        from terms cross join lateral (${candidates(section, request, attempt)}) c) scored
      group by id order by score desc, max(entry) desc, id limit ${sql.lit(limit)})`,
  );
  const { rows } = await sql<SearchHit>`
    with terms as materialized (
      select ${match}::tsquery as match, ${index}::tsquery as index, ${prefixes}::tsquery as prefixes, ${words}::tsquery as words,
        ${head}::text collate "C" as head, ${head + LAST_CHARACTER}::text collate "C" as head_end,
        ${head.replaceAll(' ', '')}::text as joined,
        ${code?.from ?? null}::text collate "C" as code, ${code?.to ?? null}::text collate "C" as code_end
        ${filter.genres ? idsOf('genres', filter.genres) : sql``}${filter.markets ? idsOf('markets', filter.markets) : sql``}
    )
    ${sql.join(best, sql` union all `)}`.execute(db);
  const hasMore = sections.some((section) => attempt + 1 < terms.sources[section].length);
  return hasMore && rows.length < limit ? readHits(db, request, attempt + 1) : rows;
}

/** Folding each name costs more than a search for rare words, so only a filter does it. */
const idsOf = (table: 'genres' | 'markets', given: string[]) => sql`,
  array(select id from ${sql.table(table)} where id::text = any(${given}::text[])
    or fold_name(name) = any(select fold_name(given) from unnest(${given}::text[]) given)) as ${sql.ref(table)}`;

type TermName =
  | 'match'
  | 'index'
  | 'prefixes'
  | 'words'
  | 'head'
  | 'head_end'
  | 'joined'
  | 'code'
  | 'code_end'
  | 'genres'
  | 'markets';
const term = (name: TermName) => sql.ref(`terms.${name}`);

/* Step 2: score of candidate `c`. */

/** Score of a result that contains each typed word as a whole word. */
export const WHOLE_WORDS_SCORE = 30;

const CODE_SCORE = 60;
const CODE_PREFIX_SCORE = 20;

/** Titles are compared without spaces. */
const scoreOf = (row: 'c' | 's', codeScore = sql`0`) => {
  const column = (name: 'head' | 'tsv' | 'popular' | 'newest') => sql.ref(`${row}.${name}`);
  const title = sql`replace(${column('head')}, ' ', '')`;
  return sql`(
  greatest(${codeScore}, case
    when ${title} = ${term('joined')} then 50
    when starts_with(${title}, ${term('joined')}) then 40
    when ${column('tsv')} @@ ${term('words')} then ${sql.lit(WHOLE_WORDS_SCORE)}
    when ${column('tsv')} @@ ${term('prefixes')} then 20
    else 10
  end) + 9::float8 * ${column('popular')} / (${column('popular')} + 100) + date_part('epoch', ${column('newest')}) / 1e12)`;
};

/* Step 1: candidates. */

const EXACT_TITLES_MAX = 100;
/** Of all titles that begin with the text only the first ones are read, exact ones at the beginning. */
const TITLES_READ_MAX = 200;
/** Of a short beginning that more codes share, only the first ones are read. */
const CODES_READ_MAX = 5_000;
const CODES_MAX = 100;
const POPULAR_RELEASES_MIN = 10;
/** A walk for several words ends after so many releases for each result: the words may never come together. */
const WALKED_PER_RESULT = 400;
/** Popularity and date of an artist or label are those of the latest releases. */
const LATEST_RELEASES = 10;

const TABLES: Record<SearchSection, { table: string; popularTable?: string; id: string; codes: string[] }> = {
  tracks: { table: 'search_tracks', popularTable: 'search_popular_tracks', id: 'track_id', codes: ['isrc'] },
  releases: {
    table: 'search_releases',
    popularTable: 'search_popular_releases',
    id: 'release_id',
    codes: ['upc', 'catalognumber'],
  },
  artists: { table: 'search_artists', id: 'artist_id', codes: [] },
  labels: { table: 'search_labels', id: 'label_id', codes: [] },
};
const LINKS = { artists: 'release_artist', labels: 'release_label' };

export const hasPopularIndex = (section: SearchSection): boolean => TABLES[section].popularTable !== undefined;

function candidates(
  section: SearchSection,
  { audience, terms, filter, isSmall, isLarge, limit }: SearchRequest,
  attempt: number,
): RawBuilder<unknown> {
  const { table, popularTable, id, codes } = TABLES[section];
  const inGenres = filter.genres ? sql` and r.genre_ids && ${term('genres')}` : sql``;
  const inMarkets = filter.markets ? sql` and r.market_ids && ${term('markets')}` : sql``;
  const isVisible = sql`${(isLarge ? visibleForCounting : visibleToViewer)({ audience })}${inGenres}${inMarkets}`;
  const releases = isNamed(section) ? latestReleasesOf(section, isVisible) : releaseOf('s', isVisible);
  // Equal scores: the newest entry first, of one release the first track.
  const entry = section === 'tracks' ? 'release_id' : id;
  const select = (codeScore = sql`0`) => sql`
    select ${sql.ref(`s.${id}`)} as id, ${sql.ref(`s.${entry}`)} as entry, s.head, s.tsv, ${codeScore} as code_score,
      r.popular_30 as popular, r.available_at as newest`;
  const rows = sql`from ${sql.table(table)} s ${releases}`;
  const byPopularity = sql`order by r.popular_30 desc, r.available_at desc, r.id desc`;
  const [source = 'index', ...laterSources] = terms.sources[section].slice(attempt);
  const isBounded = laterSources.length > 0;
  const walkEnd = sql`${byPopularity} limit ${sql.lit(Math.max(POPULAR_RELEASES_MIN, 2 * limit))}`;
  const walk = isBounded
    ? sql`
      from (
        select r.id, r.popular_30, r.available_at from releases r where ${isVisible} ${byPopularity}
        limit ${sql.lit(WALKED_PER_RESULT * limit)}) r ${matchingRowsOf(section)} ${walkEnd}`
    : sql`
      from releases r ${matchingRowsOf(section)} where ${isVisible} ${
        isSmall ? sql`and r.audience && ${audience}::int[]` : walkEnd
      }`;
  const byTitle = sql`${select()} ${rows} where s.head = ${term('head')} limit ${sql.lit(EXACT_TITLES_MAX)}`;
  const hasWords = sql`search_prefixes(s.tsv) @@ ${term('index')} and ${MATCHES}`;
  const byWords: Record<Source, () => RawBuilder<unknown>[]> = {
    index: () => [sql`${select()} ${rows} where ${hasWords}`],
    popular: () => [
      sql`${select()} from (
        select * from ${sql.table(table)} s where s.head between ${term('head')} and ${term('head_end')}
        order by s.head limit ${sql.lit(TITLES_READ_MAX)}) s ${releases}`,
      // The best matches first: whether the account may see them is checked only until `limit` of them are found.
      sql`${select()} from (
        select s.* from ${sql.table(popularTable ?? table)} s where ${hasWords}
        order by ${scoreOf('s')} desc, ${sql.ref(`s.${entry}`)} desc, ${sql.ref(`s.${id}`)}) s ${releases} limit ${sql.lit(limit)}`,
    ],
    walk: () => [byTitle, sql`${select()} ${walk}`],
  };
  const byCode = terms.code
    ? codes.map((name) => {
        const code = sql.ref(`s.${name}`);
        const score = sql`case when ${code} = ${term('code')} then ${sql.lit(CODE_SCORE)} else ${sql.lit(CODE_PREFIX_SCORE)} end`;
        return sql`${select(score)} from (
          select * from ${sql.table(table)} s where ${code} between ${term('code')} and ${term('code_end')}
          order by ${code} limit ${sql.lit(CODES_READ_MAX)}) s ${releases} limit ${sql.lit(CODES_MAX)}`;
      })
    : [];
  return sql.join(
    [...byWords[source](), ...byCode].map((query) => sql`(${query})`),
    sql` union all `,
  );
}

const isNamed = (section: SearchSection) => section === 'artists' || section === 'labels';

/** The coalesce hides the word index from the planner. */
const MATCHES = sql`coalesce(s.tsv @@ ${term('match')}, false)`;

/** Joins the visible release `r` of a row; the lateral makes it one index probe per row. */
const releaseOf = (row: 's' | 'link', isVisible: RawBuilder<unknown>) => sql`
  cross join lateral (
    select r.popular_30, r.available_at from releases r
    where r.id = ${sql.ref(`${row}.release_id`)} and ${isVisible} limit 1) r`;

/** Joins one row `r` about the latest visible releases of artist or label `s`; none if nothing is visible. */
const latestReleasesOf = (section: 'artists' | 'labels', isVisible: RawBuilder<unknown>) => sql`
  cross join lateral (
    select max(r.popular_30) as popular_30, max(r.available_at) as available_at
    from (
      select r.popular_30, r.available_at
      from ${sql.table(LINKS[section])} link ${releaseOf('link', isVisible)}
      where ${sql.ref(`link.${TABLES[section].id}`)} = ${sql.ref(`s.${TABLES[section].id}`)}
      order by link.release_id desc limit ${sql.lit(LATEST_RELEASES)}) r
    having count(*) > 0) r`;

/** Joins the matching rows `s` of release `r`. `offset 0` keeps the index of the release, not that of the words. */
function matchingRowsOf(section: SearchSection): RawBuilder<unknown> {
  const { table, id } = TABLES[section];
  if (!isNamed(section))
    return sql`
      cross join lateral (select s.* from ${sql.table(table)} s where s.release_id = r.id and ${MATCHES} offset 0) s`;
  return sql`
    cross join lateral (
      select s.* from ${sql.table(LINKS[section])} link cross join lateral (
        select * from ${sql.table(table)} s where ${sql.ref(`s.${id}`)} = ${sql.ref(`link.${id}`)} and ${MATCHES} offset 0) s
      where link.release_id = r.id offset 0) s`;
}
