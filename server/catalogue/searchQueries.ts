import type { SearchSection } from '@promenade/contract/search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { shaped } from '../platform/database/shaped.ts';
import { audible, type Viewer } from './rowQueries.ts';
import { END } from './searchWordQueries.ts';

/** What to look for, as text of tsquery where not said otherwise. */
export interface Wanted {
  /** What must hold, and for each section the part of it that few things hold; null when many hold each part. */
  loose: string;
  rare: Record<SearchSection, string | null>;
  /** Held by what begins as typed, without a letter forgiven; and by what has each word whole. */
  strict: string;
  whole: string;
  /** Folded text; and without its spaces. */
  head: string;
  code: string | null;
}

/** Genres and markets in lower case, by id or name; absent: all. */
export interface Narrowed {
  genres?: string[] | undefined;
  markets?: string[] | undefined;
}

/** Of what very many things hold, the most popular ones are compared, and those that are called the same. */
const COMPARED_AT_LEAST = 10;
const SAME_HEAD = 100;
/** Artists and labels are as popular as these: what is played this month came in lately. */
const LAST_RELEASES = 10;

/** A result before it is shown: its internal id. */
export interface Hit {
  section: SearchSection;
  id: number;
  score: number;
  /** Found by its ISRC, UPC or catalogue number. */
  exact: boolean;
}

interface Asked {
  hearer: Viewer;
  wanted: Wanted;
  narrowed: Narrowed;
  sections: SearchSection[];
  /** The account hears few of the releases: they are looked through from the first to the last. */
  hearsFew: boolean;
  /** To compare things costs more than a larger statement. */
  isLarge: boolean;
  count: number;
}

/** What decides on the statement; small numbers of different values only. */
interface Shape extends Pick<Asked, 'sections' | 'hearsFew' | 'isLarge' | 'count'> {
  /** Of which too many hold each part to be found by it. */
  common: SearchSection[];
  hasCode: boolean;
  byGenre: boolean;
  byMarket: boolean;
}

type Values = Pick<Viewer, 'audience'> & Required<Narrowed> & Omit<Wanted, 'rare'> & Wanted['rare'];
type Statement = Shape & { values: Values };

/** The best of each section. */
export async function findHits(db: Db, { hearer, wanted, narrowed, ...asked }: Asked): Promise<Hit[]> {
  const { rare, ...typed } = wanted;
  const { genres = [], markets = [] } = narrowed;
  const shape: Shape = {
    ...asked,
    common: asked.sections.filter((section) => rare[section] === null),
    hasCode: typed.code !== null,
    byGenre: narrowed.genres !== undefined,
    byMarket: narrowed.markets !== undefined,
  };
  return hits(db, shape, { ...typed, ...rare, genres, markets, audience: hearer.audience });
}

const hits = shaped<Shape, Values, Hit>((shape, values) => {
  const statement = { ...shape, values };
  const best = shape.sections.map(
    (section) => sql`(
      select ${sql.lit(section)} as section, id, max(score) as score, bool_or(is_code) as exact
      from (select c.id, c.is_code, ${score(statement)} as score from (${candidates[section](statement)}) c) scored
      group by id order by score desc, id desc limit ${sql.lit(shape.count)})`,
  );
  const { tracks, artists, labels, releases, loose, strict, whole, head, code } = values;
  // The words come in as a row of their own, so that the plan does not depend on them.
  const asked = sql`with asked as materialized (select ${loose}::tsquery as loose, ${tracks}::tsquery as tracks,
      ${artists}::tsquery as artists, ${labels}::tsquery as labels, ${releases}::tsquery as releases, ${strict}::tsquery as strict,
      ${whole}::tsquery as whole, ${head}::text as head, ${code}::text as code)`;
  return sql<Hit>`${shape.isLarge ? asked : sql``} ${sql.join(best, sql` union all `)}`;
});

type Word = 'loose' | 'strict' | 'whole' | 'head' | 'code' | SearchSection;

/** A small catalogue is asked through a connection that keeps one plan anyway. */
const word = ({ isLarge, values }: Statement, name: Word) =>
  isLarge
    ? sql`(select ${sql.ref(`asked.${name}`)} from asked)`
    : sql`${values[name]}::${name === 'head' || name === 'code' ? sql`text` : sql`tsquery`}`;

/** The least score of what holds each word whole, as it was typed. */
export const AS_TYPED = 30;

/** How well the text fits, in steps of ten; within a step the popular ones, then the newest. */
const score = (asked: Statement) => sql`(
  case when c.is_code then 60 when c.head = ${word(asked, 'head')} then 50 when starts_with(c.head, ${word(asked, 'head')}) then 40
    when c.tsv @@ ${word(asked, 'whole')} then ${sql.lit(AS_TYPED)} when c.tsv @@ ${word(asked, 'strict')} then 20 else 10 end
  + 9::float8 * c.popular / (c.popular + 100) + date_part('epoch', c.newest) / 1e12)`;

/** The coalesce keeps the planner from the index of words. */
const fits = (asked: Statement) => sql`coalesce(s.tsv @@ ${word(asked, 'loose')}, false)`;
const hears = (asked: Statement) => sql`${audible(asked.values)}${within(asked)}`;

function within({ byGenre, byMarket, values: { genres, markets } }: Statement) {
  const inGenres = sql` and r.genre_ids && array(select id from genres where id::text = any(${genres}::text[]) or lower(name) = any(${genres}::text[]))`;
  const inMarkets = sql` and r.market_ids && array(select id from markets where id = any(${markets}::text[]) or lower(name) = any(${markets}::text[]))`;
  return sql`${byGenre ? inGenres : sql``}${byMarket ? inMarkets : sql``}`;
}

const columns = (id: string, isCode: RawBuilder<unknown> = sql`false`) =>
  sql`${sql.ref(`s.${id}`)} as id, s.head, s.tsv, ${isCode} as is_code, r.popular_30 as popular, r.available_at as newest`;

/** The release of a row, when the account hears it: one probe each, whatever the planner expects. */
const itsRelease = (asked: Statement, row: 's' | 'l' = 's') => sql`
  cross join lateral (
    select r.popular_30, r.available_at from releases r where r.id = ${sql.ref(`${row}.release_id`)} and ${hears(asked)} limit 1) r`;

/** What the account hears of an artist or label `s`, as one row; none without any. The last that came in stand for all. */
const itsReleases = (asked: Statement, kind: 'artist' | 'label') => sql`
  cross join lateral (
    select max(r.popular_30) as popular_30, max(r.available_at) as available_at
    from (
      select r.popular_30, r.available_at
      from ${sql.table(`release_${kind}`)} l ${itsRelease(asked, 'l')}
      where ${sql.ref(`l.${kind}_id`)} = ${sql.ref(`s.${kind}_id`)}
      order by l.release_id desc limit ${sql.lit(LAST_RELEASES)}) r
    having count(*) > 0) r`;

/** Along the releases that the account hears, the most popular first: soon done when much fits, or when there are few. */
const popularFirst = (asked: Statement, below: RawBuilder<unknown>, id: string) => sql`
  (select ${columns(id)} from releases r ${below} where ${hears(asked)}
    ${
      asked.hearsFew
        ? sql`and r.audience && ${asked.values.audience}::int[]`
        : sql`order by r.popular_30 desc, r.available_at desc, r.id desc
          limit ${sql.lit(Math.max(COMPARED_AT_LEAST, 2 * asked.count))}`
    })`;

/** Things of one table that fit: by the index of words, or those of the same name and the popular ones when there are too many. */
function fitting(asked: Statement, { section, table, id, releases, below }: Source): RawBuilder<unknown> {
  const all = sql`select ${columns(id)} from ${sql.table(table)} s ${releases}`;
  if (asked.common.includes(section))
    return sql`(${all} where s.head = ${word(asked, 'head')} limit ${sql.lit(SAME_HEAD)})
      union all ${popularFirst(asked, below, id)}`;
  const byWords = sql`${all} where s.tsv @@ ${word(asked, section)} and ${fits(asked)}`;
  if (!asked.isLarge) return sql`(${byWords})`;
  // What begins as typed comes before all else: only without enough of it the others are compared, too.
  return sql`(
    with begun as materialized (
      ${all} where s.head >= ${word(asked, 'head')} and s.head < ${word(asked, 'head')} || ${END} and ${fits(asked)})
    select * from begun
    union all
    ${byWords} and (select count(*) from begun) < ${sql.lit(asked.count)})`;
}

interface Source {
  section: SearchSection;
  table: string;
  id: string;
  /** Joins to a row `s` what the account hears of it, as `r`. */
  releases: RawBuilder<unknown>;
  /** Joins to a release `r` the rows `s` that fit. */
  below: RawBuilder<unknown>;
}

const byCode = (asked: Statement, { table, id, releases }: Source, code: string) =>
  asked.hasCode
    ? sql` union all (select ${columns(id, sql`true`)} from ${sql.table(table)} s ${releases}
      where ${sql.ref(`s.${code}`)} = ${word(asked, 'code')})`
    : sql``;

const ofRelease = (asked: Statement, table: string) => sql`
  cross join lateral (select s.* from ${sql.table(table)} s where s.release_id = r.id and ${fits(asked)} offset 0) s`;
const ofNames = (asked: Statement, kind: 'artist' | 'label') => sql`
  cross join lateral (
    select s.* from ${sql.table(`release_${kind}`)} l cross join lateral (
      select * from ${sql.table(`search_${kind}s`)} s where ${sql.ref(`s.${kind}_id`)} = ${sql.ref(`l.${kind}_id`)} and ${fits(asked)} offset 0) s
    where l.release_id = r.id offset 0) s`;

function names(asked: Statement, kind: 'artist' | 'label'): RawBuilder<unknown> {
  const id = `${kind}_id`;
  return fitting(asked, {
    section: `${kind}s`,
    table: `search_${kind}s`,
    id,
    releases: itsReleases(asked, kind),
    below: ofNames(asked, kind),
  });
}

const candidates: Record<SearchSection, (asked: Statement) => RawBuilder<unknown>> = {
  tracks(asked) {
    const source: Source = {
      section: 'tracks',
      table: 'search_tracks',
      id: 'track_id',
      releases: itsRelease(asked),
      below: ofRelease(asked, 'search_tracks'),
    };
    return sql`${fitting(asked, source)}${byCode(asked, source, 'isrc')}`;
  },
  releases(asked) {
    const source: Source = {
      section: 'releases',
      table: 'search_releases',
      id: 'release_id',
      releases: itsRelease(asked),
      below: ofRelease(asked, 'search_releases'),
    };
    return sql`${fitting(asked, source)}${byCode(asked, source, 'upc')}${byCode(asked, source, 'catalognumber')}`;
  },
  artists: (asked) => names(asked, 'artist'),
  labels: (asked) => names(asked, 'label'),
};

/** How many releases some packages bring, counted up to a number. */
export async function countBrought(db: Db, packages: number[], most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from releases r where r.audience && ${packages}::int[] limit ${most}) r`.execute(db);
  return rows[0]?.count ?? 0;
}
