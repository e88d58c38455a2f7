import type { ListFormat, TrackSource } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { AppContext } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { FileRequest } from '../../platform/http/sendFile.ts';
import { attachmentDisposition } from '../../platform/storage/fileName.ts';
import { requireDownloadsEnabled } from '../download/downloadFile.ts';
import { findPlaylist } from '../download/downloadQueries.ts';
import { consumeSheetLimit } from '../sheet/sheet.ts';
import { nameFiles } from './fileNames.ts';
import { formatList } from './formatList.ts';
import { listSourceTracks, requireDownloadable } from './listedSongs.ts';
import { getNaming } from './namingQueries.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;

const types: Record<ListFormat, string> = {
  m3u8: 'audio/x-mpegurl; charset=utf-8',
  xspf: 'application/xspf+xml; charset=utf-8',
  cue: 'application/x-cue; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  nml: 'application/xml; charset=utf-8',
};

/** Sends the songs of a list that can be downloaded, with the paths that they have when they are taken home. */
export async function sendList(
  context: Context,
  { caller, read, reply }: FileRequest<unknown>,
  {
    name,
    source,
    list,
    format,
  }: { name: string; source: TrackSource; list: ListFormat; format?: AudioFormat | undefined },
): Promise<void> {
  requireDownloadsEnabled(context.config);
  await consumeSheetLimit(context, caller);
  const { naming, tracks } = await read(async (db) => ({
    naming: await getNaming(db, caller.accountid),
    tracks: await listSourceTracks(db, caller, source),
  }));
  const chosen = { ...naming, format: format ?? naming.format };
  const songs = requireDownloadable(tracks, chosen.format);
  const files = nameFiles(songs, chosen);
  const text = formatList(
    name,
    songs.map((track, index) => ({ track, path: files[index]?.path ?? '' })),
    list,
    chosen,
  );
  reply
    .type(types[list])
    .headers({ 'cache-control': 'private, no-store', 'content-disposition': attachmentDisposition(`${name}.${list}`) })
    .send(text);
}

export async function sendPlaylistList(
  context: Context,
  request: FileRequest<{ playlistid: string; list: ListFormat }> & { query: { format?: AudioFormat | undefined } },
): Promise<void> {
  const { caller, params, query } = request;
  const playlist = await findPlaylist(context.db, { ...params, accountid: caller.accountid });
  if (!playlist) throw new Refusal('PLAYLIST_NOT_FOUND');
  await sendList(context, request, { ...params, ...query, name: playlist.name, source: params });
}
