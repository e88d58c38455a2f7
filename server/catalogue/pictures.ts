import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { hasCover, hasLogo } from './queries.ts';
import { requireRelease } from './requireRelease.ts';
import { findArtistPicture } from './searchResultQueries.ts';

const hasPicture = { covers: hasCover, logos: hasLogo };

/** @throws NOT_FOUND and the errors of `requireRelease` */
export async function sendPicture(
  db: Db,
  storage: Storage,
  folder: keyof typeof hasPicture,
  { caller, params, request, reply }: FileRequest<{ releaseid: string; file: string }>,
  now: Date,
): Promise<void> {
  const { releaseid, file } = params;
  const [hash = ''] = file.split(/[-.]/, 1);
  await requireRelease(db, { audience: caller.audience, releaseid }, now);
  if (!(await hasPicture[folder](db, { releaseid, hash }))) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`${folder}/${file}`),
    type: file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
    etag: file,
    cache: 'immutable',
  });
}

/** @throws FORBIDDEN if no release of the artist is visible; NOT_FOUND */
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
