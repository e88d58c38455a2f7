import { SEARCH_PAGE_SIZE_MAX, SEARCH_PREVIEW_PAGE_SIZE, TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { SearchSection, SearchTab } from '@promenade/contract/search';
import type { Db } from '../platform/database/db.ts';
import type { JsonText } from '../platform/http/serve.ts';
import type { CatalogueStats } from './catalogueStats.ts';
import { parseFilter } from './filter.ts';
import type { Viewer } from './rowQueries.ts';
import { findHits, type SearchHit, type SearchTerms, WHOLE_WORDS_SCORE } from './searchQueries.ts';
import { listResults, type SearchResult } from './searchResultQueries.ts';
import { createTerms, createTypoTerms } from './searchTerms.ts';
import { parseSearchText } from './searchText.ts';

interface SearchQuery extends Viewer {
  filter: string;
  section?: SearchTab | undefined;
  pagesize: number;
  genres?: string[] | undefined;
  markets?: string[] | undefined;
}

/** In the order of equal scores (C-SEARCH-10). */
const SECTIONS: SearchSection[] = ['tracks', 'artists', 'labels', 'releases'];

/** Typos are forgiven if too few results match what was typed. Text without words finds nothing. */
export async function search(
  db: Db,
  stats: CatalogueStats,
  { accountid, audience, filter, section, pagesize, ...narrow }: SearchQuery,
): Promise<JsonText> {
  const text = parseSearchText(filter);
  if (text.words.length === 0) return formatResults([], []);
  const viewer = { accountid, audience };
  const estimates = { matches: await stats.matches(text.words), rows: await stats.rows() };
  const request = {
    ...viewer,
    filter: parseFilter(narrow) ?? {},
    isSmall: await stats.isSmall(audience),
    sections: SECTIONS.filter((name) => section === undefined || section === 'top' || section === name),
    // Few different limits: each is a statement of its own.
    limit: [SEARCH_PREVIEW_PAGE_SIZE, 20].find((size) => size >= pagesize) ?? SEARCH_PAGE_SIZE_MAX,
  };
  const findByTerms = async (terms: SearchTerms | undefined) => (terms ? findHits(db, { ...request, terms }) : []);

  let hits = await findByTerms(createTerms(text, estimates));
  // Decided by visible results alone, so that it reveals nothing about others.
  const isMeant = ({ isCode, score }: SearchHit) => isCode || (text.words.length > 1 && score >= WHOLE_WORDS_SCORE);
  if (hits.length < SEARCH_PREVIEW_PAGE_SIZE && !hits.some(isMeant)) {
    const forgiven = await findByTerms(await createTypoTerms(db, text, estimates));
    if (forgiven.length > hits.length) hits = forgiven;
  }
  const best = SECTIONS.flatMap((name) => hits.filter((hit) => hit.section === name).slice(0, pagesize));
  return formatResults(best, best.length === 0 ? [] : await listResults(db, viewer, idsBySection(best)));
}

function idsBySection(hits: SearchHit[]): Record<SearchSection, number[]> {
  const idsOf = (section: SearchSection) => hits.filter((hit) => hit.section === section).map(({ id }) => id);
  return { tracks: idsOf('tracks'), artists: idsOf('artists'), labels: idsOf('labels'), releases: idsOf('releases') };
}

/** Results in the order of the hits, without those that are no longer visible. */
function formatResults(hits: SearchHit[], rows: SearchResult[]): JsonText {
  const rowsById = new Map(rows.map((row) => [`${row.section} ${row.id}`, row]));
  const results = hits.flatMap(({ section, id, score }) => {
    const row = rowsById.get(`${section} ${id}`);
    if (!row) return [];
    return [
      { section, id: row.publicid, score, json: `${row.json.slice(0, -1)},"score":${score},"relevance":${score}}` },
    ];
  });
  const lists = SECTIONS.map((section) => {
    const items = results.filter((result) => result.section === section).map(({ json }) => json);
    return `"${section}":[${items.join(',')}]`;
  });
  const top = results
    .toSorted((a, b) => b.score - a.score)
    .slice(0, TOP_LIST_SIZE)
    .map(({ section, id }) => ({ section, id }));
  return { json: `{${lists.join(',')},"top":${JSON.stringify(top)}}` };
}
