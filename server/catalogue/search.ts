import { SEARCH_ALL, SEARCH_PREVIEW_ASKED, TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { SearchSection, SearchTab } from '@promenade/contract/search';
import type { AppContext } from '../platform/context.ts';
import type { Json } from '../platform/http/serve.ts';
import { sought } from './filter.ts';
import type { Reach } from './reach.ts';
import type { Viewer } from './rowQueries.ts';
import { AS_TYPED, findHits, type Hit, type Narrowed, type Wanted } from './searchQueries.ts';
import { type FoundRow, findRows } from './searchRowQueries.ts';
import { readTyped } from './searchText.ts';
import { forgiving, readable } from './searchWords.ts';

interface Asked extends Viewer {
  filter: string;
  section?: SearchTab | undefined;
  pagesize: number;
  genres?: string[] | undefined;
  markets?: string[] | undefined;
}

/** In the order in which equals stand (C-SEARCH-10). */
const SECTIONS: SearchSection[] = ['tracks', 'artists', 'labels', 'releases'];
/** Up to so many tracks a search is done in a millisecond or two. */
const SMALL_TRACKS = 50_000;

/** What the account may hear of what was typed, best first. Nothing typed finds nothing and asks nobody. */
export async function search(
  { db, quick }: Pick<AppContext, 'db' | 'quick'>,
  reach: Reach,
  { accountid, audience, filter, section, pagesize, ...narrow }: Asked,
): Promise<Json> {
  const typed = readTyped(filter);
  if (typed.words.length === 0) return found([], []);
  const hearer = { accountid, audience };
  const hearsFew = await reach.isSmall(audience);
  const narrowed: Narrowed = sought(narrow) ?? {};
  const sections = SECTIONS.filter((one) => section === undefined || section === 'top' || section === one);
  // As many as asked for, but few different numbers: each stands in a statement of its own.
  const count = [SEARCH_PREVIEW_ASKED, 20].find((size) => size >= pagesize) ?? SEARCH_ALL;
  const counted = { uses: await reach.uses(typed.words), all: await reach.things() };
  const isLarge = counted.all.tracks >= SMALL_TRACKS;
  const through = isLarge ? db : quick;
  const look = async (wanted: Wanted | undefined) => {
    if (!wanted) return [];
    const found = parts(sections, isLarge).map((part) =>
      findHits(through, { hearer, hearsFew, isLarge, wanted, narrowed, count, sections: part }),
    );
    return (await Promise.all(found)).flat();
  };

  let hits = await look(readable(typed, counted));
  // Judged by what this account may hear alone: what else there is must not show.
  const isMeant = ({ exact, score }: Hit) => exact || (typed.words.length > 1 && score >= AS_TYPED);
  const isEnough = hits.length >= SEARCH_PREVIEW_ASKED || hits.some(isMeant);
  if (!isEnough) {
    const forgiven = await look(await forgiving(through, typed, counted));
    if (forgiven.length > hits.length) hits = forgiven;
  }
  const best = SECTIONS.flatMap((one) => hits.filter((hit) => hit.section === one).slice(0, pagesize));
  return found(best, best.length === 0 ? [] : await findRows(through, hearer, idsOf(best)));
}

/** In a large catalogue tracks are as much work as the rest, and are looked for beside it. */
const parts = (sections: SearchSection[], isLarge: boolean): SearchSection[][] =>
  isLarge && sections.length > 1 ? [['tracks'], sections.filter((one) => one !== 'tracks')] : [sections];

const idsOf = (hits: Hit[]): Record<SearchSection, number[]> => {
  const of = (section: SearchSection) => hits.filter((hit) => hit.section === section).map(({ id }) => id);
  return { tracks: of('tracks'), artists: of('artists'), labels: of('labels'), releases: of('releases') };
};

/** Results in the order of the hits; one that the account may no longer hear has no row and falls out. */
function found(hits: Hit[], rows: FoundRow[]): Json {
  const byId = new Map(rows.map((row) => [`${row.section} ${row.id}`, row]));
  const shown = hits.flatMap((hit) => {
    const row = byId.get(`${hit.section} ${hit.id}`);
    if (!row) return [];
    const json = `${row.json.slice(0, -1)},"score":${hit.score},"relevance":${hit.score}}`;
    return [{ ...hit, id: row.publicid, json }];
  });
  const lists = SECTIONS.map(
    (section) =>
      `"${section}":[${shown
        .filter((one) => one.section === section)
        .map(({ json }) => json)
        .join(',')}]`,
  );
  const top = shown
    .toSorted((one, other) => other.score - one.score)
    .slice(0, TOP_LIST_SIZE)
    .map(({ section, id }) => ({ section, id }));
  return { json: `{${lists.join(',')},"top":${JSON.stringify(top)}}` };
}
