import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileAsked, sendFile } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findArtistPicture } from './searchRowQueries.ts';

/** @throws FORBIDDEN to those who hear nothing of the artist; NOT_FOUND */
export async function sendArtistPicture(
  db: Db,
  storage: Storage,
  { caller, params, request, reply }: FileAsked<{ artistid: string; file: string }>,
): Promise<void> {
  const { artistid, file } = params;
  const artist = await findArtistPicture(db, { artistid, audience: caller.audience });
  if (!artist) throw new Refusal('NOT_FOUND');
  if (!artist.heard) throw new Refusal('FORBIDDEN');
  if (file !== `${artist.picture_hash}.webp`) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`artists/${file}`),
    type: 'image/webp',
    etag: file,
    cached: 'forever',
  });
}
