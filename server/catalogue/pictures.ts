import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findCover, findLogo, findReleaseAccess } from './queries.ts';
import { findArtistPicture } from './search/searchResultQueries.ts';
import { requireSeen } from './staffReleases.ts';

const findPicture = { covers: findCover, logos: findLogo };

export async function sendPicture(
  db: Db,
  storage: Storage,
  folder: keyof typeof findPicture,
  { caller, params, request, reply }: FileRequest<{ releaseid: string; file: string }>,
  now: Date,
): Promise<void> {
  const { releaseid, file } = params;
  const [hash = ''] = file.split(/[-.]/, 1);
  const release = await findReleaseAccess(db, { audience: caller.audience, releaseid });
  await requireSeen(db, caller, release, now);
  const key = `${folder}/${file}`;
  const picture = await findPicture[folder](db, { releaseid, hash, key });
  if (!picture) throw new Refusal('NOT_FOUND');
  return sendFile(storage, request, reply, {
    key,
    bytes: picture.bytes,
    type: file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
    etag: file,
    cache: 'immutable',
  });
}

export async function sendArtistPicture(
  db: Db,
  storage: Storage,
  { caller, params, request, reply }: FileRequest<{ artistid: string; file: string }>,
): Promise<void> {
  const { artistid, file } = params;
  const artist = await findArtistPicture(db, { artistid, audience: caller.audience });
  if (!artist?.visible) throw new Refusal('NOT_FOUND');
  if (file !== `${artist.picture_hash}.webp`) throw new Refusal('NOT_FOUND');
  return sendFile(storage, request, reply, {
    key: `artists/${file}`,
    bytes: artist.bytes,
    type: 'image/webp',
    etag: file,
    cache: 'immutable',
  });
}
