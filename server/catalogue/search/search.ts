import { SEARCH_PAGE_SIZE_MAX, SEARCH_PREVIEW_PAGE_SIZE, TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { SearchSection, SearchTab } from '@promenade/contract/search';
import type { Db } from '../../platform/database/db.ts';
import type { JsonText } from '../../platform/http/serve.ts';
import type { CatalogueStats } from '../catalogueStats.ts';
import { parseFilter } from '../filter.ts';
import type { Viewer } from '../rowQueries.ts';
import { POPULAR_RELEASES } from './popularSearchQueries.ts';
import { findHits, type SearchHit, WHOLE_WORDS_SCORE } from './searchQueries.ts';
import { listResults, type SearchResult } from './searchResultQueries.ts';
import { createForgivingTerms, createTerms } from './searchTerms.ts';
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

const MIDDLE_PAGE_SIZE = 20;

/**
 * Typos and spaces are forgiven if too few results match what was typed. Text without words finds nothing. Every list
 * begins with the results of the preview, so that all of them agree about the best ones.
 */
export async function search(
  db: Db,
  stats: CatalogueStats,
  { accountid, audience, filter, section, pagesize, ...narrow }: SearchQuery,
): Promise<JsonText> {
  const text = parseSearchText(filter);
  if (text.words.length === 0) return formatResults([], []);
  const viewer = { accountid, audience };
  const rows = await stats.rows();
  const isLarge = rows.releases > POPULAR_RELEASES;
  const size = { isSmall: await stats.isSmall(audience), isLarge };
  const estimates = { matches: await stats.matches(text.words), rows, ...size };
  const request = { ...viewer, filter: parseFilter(narrow) ?? {}, ...size };
  const preview = { ...request, sections: SECTIONS, limit: SEARCH_PREVIEW_PAGE_SIZE };

  let terms = createTerms(text, estimates);
  let hits = await findHits(db, { ...preview, terms });
  // Decided by visible results alone, so that it reveals nothing about others.
  const isMeant = ({ isCode, score }: SearchHit) => isCode || (text.words.length > 1 && score >= WHOLE_WORDS_SCORE);
  if (hits.length < SEARCH_PREVIEW_PAGE_SIZE && !hits.some(isMeant)) {
    const forgiving = await createForgivingTerms(db, text, estimates, stats.matches);
    const forgiven = forgiving ? await findHits(db, { ...preview, terms: forgiving }) : [];
    if (forgiving && forgiven.length > hits.length) {
      terms = forgiving;
      hits = forgiven;
    }
  }
  const sections = SECTIONS.filter((name) => section === undefined || section === 'top' || section === name);
  if (pagesize > SEARCH_PREVIEW_PAGE_SIZE) {
    // Few different limits: each is a statement of its own.
    const limit = pagesize <= MIDDLE_PAGE_SIZE ? MIDDLE_PAGE_SIZE : SEARCH_PAGE_SIZE_MAX;
    hits = continueHits(hits, await findHits(db, { ...request, terms, sections, limit }));
  }
  const best = sections.flatMap((name) => hits.filter((hit) => hit.section === name).slice(0, pagesize));
  return formatResults(best, best.length === 0 ? [] : await listResults(db, viewer, idsBySection(best), isLarge));
}

/**
 * Appends more hits to those of the preview. A longer list considers more candidates, but it begins like the preview:
 * what is appended scores no higher than the last hit before it.
 */
function continueHits(preview: SearchHit[], more: SearchHit[]): SearchHit[] {
  return SECTIONS.flatMap((section) => {
    const first = preview.filter((hit) => hit.section === section);
    const last = first.at(-1)?.score ?? Infinity;
    const rest = more.filter((hit) => hit.section === section && !first.some(({ id }) => id === hit.id));
    return [...first, ...rest.map((hit) => ({ ...hit, score: Math.min(hit.score, last) }))];
  });
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
    return [{ section, id: row.publicid, score, json: `${row.json.slice(0, -1)},"score":${score}}` }];
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
