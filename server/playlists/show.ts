import { PLAYLIST_FULL_PAGE_MAX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import type { Db } from '../platform/database/db.ts';
import type { Page } from '../platform/database/page.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import * as queries from './queries.ts';

interface PlaylistQuery extends Omit<queries.PlaylistPage, 'words'> {
  filter: string;
  searchToken: string;
  summary: 'true' | 'false';
}

/** A page with tracks (`summary=false`) contains at most `PLAYLIST_FULL_PAGE_MAX` playlists. */
export async function listPlaylists(
  db: Db,
  { filter, searchToken, summary, pagesize, ...query }: PlaylistQuery,
): Promise<JsonText> {
  const withTracks = summary === 'false';
  const page = {
    ...query,
    pagesize: withTracks ? Math.min(pagesize, PLAYLIST_FULL_PAGE_MAX) : pagesize,
    words: foldWords(`${filter} ${searchToken}`),
  };
  const [rows, total] = await Promise.all([
    queries.listPlaylists(db, page, withTracks),
    queries.countPlaylists(db, page),
  ]);
  return jsonPage(rows.map(formatPlaylist).join(','), { ...page, total });
}

export async function getPlaylist(db: Db, own: queries.OwnPlaylist): Promise<JsonText> {
  return { json: formatPlaylist(requirePlaylist(await queries.findPlaylistWithTracks(db, own))) };
}

export async function listTracks(db: Db, { page, pagesize, ...own }: queries.OwnPlaylist & Page): Promise<JsonText> {
  const [playlist, songs] = await Promise.all([
    queries.findPlaylist(db, own),
    queries.listTracks(db, own, { page, pagesize }),
  ]);
  return jsonPage(songs.join(','), { total: requirePlaylist(playlist).tracks, page, pagesize });
}

export function requirePlaylist<Row>(playlist: Row | undefined): Row {
  if (playlist === undefined) throw new Refusal('PLAYLIST_NOT_FOUND');
  return playlist;
}

function formatPlaylist({ songs, ...playlist }: Playlist & { songs?: string }): string {
  const text = JSON.stringify(playlist);
  return songs === undefined ? text : `${text.slice(0, -1)},"songs":${songs}}`;
}

/** Words without case and accents. */
const foldWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
