import type { Db } from '../platform/database/db.ts';
import type { Page } from '../platform/database/page.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { countArtistTracks, findVisibleId, listArtistTracks } from './artistQueries.ts';
import type { CatalogueStats } from './catalogueStats.ts';
import type { ParsedFilter } from './filter.ts';
import { countReleases, listReleases } from './listQueries.ts';
import type { Viewer } from './rowQueries.ts';
import { listResults } from './search/searchResultQueries.ts';

// Pages of artists and labels (requirements decision 38). Whoever may hear nothing of an artist or label cannot tell it
// from an unknown id: both are refused with NOT_FOUND.

type PageRequest = Viewer & Page;
type ArtistRequest = Viewer & { artistid: string };
type LabelRequest = Viewer & { labelid: string };

export async function getArtist(db: Db, request: ArtistRequest): Promise<JsonText> {
  return getNamed(db, request, { artists: [await requireArtist(db, request)] });
}

export async function getLabel(db: Db, request: LabelRequest): Promise<JsonText> {
  return getNamed(db, request, { labels: [await requireLabel(db, request)] });
}

export async function listReleasesOfArtist(db: Db, stats: CatalogueStats, request: ArtistRequest & PageRequest) {
  return listAll(db, stats, request, { artistId: await requireArtist(db, request) });
}

export async function listReleasesOfLabel(db: Db, stats: CatalogueStats, request: LabelRequest & PageRequest) {
  return listAll(db, stats, request, { labelId: await requireLabel(db, request) });
}

export async function listTracksOfArtist(db: Db, request: ArtistRequest & PageRequest): Promise<JsonText> {
  const page = { ...request, artistId: await requireArtist(db, request) };
  const [items, total] = await Promise.all([listArtistTracks(db, page), countArtistTracks(db, page)]);
  return jsonPage(items, { ...request, total });
}

/** The internal id. */
const requireArtist = (db: Db, { artistid, audience }: ArtistRequest) =>
  requireVisible(findVisibleId(db, 'artist', { publicid: artistid, audience }));

const requireLabel = (db: Db, { labelid, audience }: LabelRequest) =>
  requireVisible(findVisibleId(db, 'label', { publicid: labelid, audience }));

async function requireVisible<Found>(found: Promise<Found | undefined>): Promise<Found> {
  const visible = await found;
  if (visible === undefined) throw new Refusal('NOT_FOUND');
  return visible;
}

async function getNamed(
  db: Db,
  { accountid, audience }: Viewer,
  ids: { artists?: number[]; labels?: number[] },
): Promise<JsonText> {
  const all = { tracks: [], artists: [], labels: [], releases: [], ...ids };
  const [row] = await listResults(db, { accountid, audience }, all);
  if (!row) throw new Refusal('NOT_FOUND');
  return { json: row.json };
}

async function listAll(db: Db, stats: CatalogueStats, request: PageRequest, filter: ParsedFilter): Promise<JsonText> {
  const { accountid, audience, pagesize } = request;
  const list = { accountid, audience, kind: 'all' as const, filter, isSmall: await stats.isSmall(audience) };
  const page = { ...list, sort: '-date' as const, offset: (request.page - 1) * pagesize, pagesize };
  const [items, total] = await Promise.all([listReleases(db, page), countReleases(db, list)]);
  return jsonPage(items, { ...request, total });
}
