import type { Db } from '../platform/db.ts';
import { Refusal } from '../platform/refusal.ts';
import { type FileAsked, sendFile } from '../platform/sendFile.ts';
import type { Storage } from '../platform/storage.ts';
import { hasCover, hasLogo } from './queries.ts';
import { requireRelease } from './requireRelease.ts';

type PictureAsked = FileAsked<{ releaseid: string; file: string }>;

/** @throws NOT_FOUND, and what the release refuses */
export function sendCover(db: Db, storage: Storage, asked: PictureAsked, now: Date): Promise<void> {
  return sendPicture(db, storage, asked, { folder: 'covers', belongs: hasCover }, now);
}

/** @throws NOT_FOUND, and what the release refuses */
export function sendLogo(db: Db, storage: Storage, asked: PictureAsked, now: Date): Promise<void> {
  return sendPicture(db, storage, asked, { folder: 'logos', belongs: hasLogo }, now);
}

interface Kind {
  folder: 'covers' | 'logos';
  belongs: (db: Db, picture: { releaseid: string; hash: string }) => Promise<boolean>;
}

async function sendPicture(
  db: Db,
  storage: Storage,
  { caller, params, request, reply }: PictureAsked,
  kind: Kind,
  now: Date,
) {
  const { releaseid, file } = params;
  const [hash = ''] = file.split(/[-.]/, 1);
  await requireRelease(db, { audience: caller.audience, releaseid }, now);
  if (!(await kind.belongs(db, { releaseid, hash }))) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`${kind.folder}/${file}`),
    type: file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
    etag: file,
    cacheControl: 'private, max-age=31536000, immutable',
  });
}
