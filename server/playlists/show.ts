import { PLAYLIST_FULL_PAGE_MAX } from '@promenade/contract/limits';
import type { Playlist, PlaylistSort } from '@promenade/contract/playlists';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type Json, jsonPage } from '../platform/http/serve.ts';
import { countPlaylists, findFull, findPlaylist, listPlaylists, listSongs, type Own } from './queries.ts';

interface Asked extends Viewer {
  page: number;
  pagesize: number;
  sort: PlaylistSort;
  filter: string;
  searchToken: string;
  summary: 'true' | 'false';
}

/** One page; with their tracks there are fewer on it. */
export async function listPage(db: Db, { filter, searchToken, summary, ...asked }: Asked): Promise<Json> {
  const isFull = summary === 'false';
  const page = { ...asked, pagesize: isFull ? Math.min(asked.pagesize, PLAYLIST_FULL_PAGE_MAX) : asked.pagesize };
  const choice = { ...page, words: foldedWords(`${filter} ${searchToken}`) };
  const [rows, total] = await Promise.all([listPlaylists(db, choice, isFull), countPlaylists(db, choice)]);
  return jsonPage(rows.map(textOf), { ...page, total });
}

/** @throws PLAYLIST_NOT_FOUND */
export async function showPlaylist(db: Db, own: Own): Promise<Json> {
  return { json: textOf(found(await findFull(db, own))) };
}

/** @throws PLAYLIST_NOT_FOUND */
export async function listTracks(db: Db, { page, pagesize, ...own }: Own & Cut): Promise<Json> {
  const [playlist, songs] = await Promise.all([findPlaylist(db, own), listSongs(db, own, { page, pagesize })]);
  return jsonPage(songs, { total: found(playlist).tracks, page, pagesize });
}

/** @throws PLAYLIST_NOT_FOUND */
export function found<Found>(playlist: Found | undefined): Found {
  if (playlist === undefined) throw new Refusal('PLAYLIST_NOT_FOUND');
  return playlist;
}

type Cut = Pick<Asked, 'page' | 'pagesize'>;

function textOf({ songs, ...playlist }: Playlist & { songs?: string }): string {
  const text = JSON.stringify(playlist);
  return songs === undefined ? text : `${text.slice(0, -1)},"songs":${songs}}`;
}

/** Without case and accents. */
const foldedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
