import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findArtistPicture } from './searchResultQueries.ts';

/** @throws FORBIDDEN to those who hear nothing of the artist; NOT_FOUND */
export async function sendArtistPicture(
  db: Db,
  storage: Storage,
  { caller, params, request, reply }: FileRequest<{ artistid: string; file: string }>,
): Promise<void> {
  const { artistid, file } = params;
  const artist = await findArtistPicture(db, { artistid, audience: caller.audience });
  if (!artist) throw new Refusal('NOT_FOUND');
  if (!artist.visible) throw new Refusal('FORBIDDEN');
  if (file !== `${artist.picture_hash}.webp`) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`artists/${file}`),
    type: 'image/webp',
    etag: file,
    cache: 'immutable',
  });
}
