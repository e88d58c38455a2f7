import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { hasCover, hasLogo } from './queries.ts';
import { requireRelease } from './requireRelease.ts';

/** Whether a picture is one of the release. */
const belongs = { covers: hasCover, logos: hasLogo };

/** @throws NOT_FOUND, and what the release refuses */
export async function sendPicture(
  db: Db,
  storage: Storage,
  folder: keyof typeof belongs,
  { caller, params, request, reply }: FileRequest<{ releaseid: string; file: string }>,
  now: Date,
): Promise<void> {
  const { releaseid, file } = params;
  const [hash = ''] = file.split(/[-.]/, 1);
  await requireRelease(db, { audience: caller.audience, releaseid }, now);
  if (!(await belongs[folder](db, { releaseid, hash }))) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`${folder}/${file}`),
    type: file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
    etag: file,
    cache: 'immutable',
  });
}
