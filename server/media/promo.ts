import { basename, dirname } from 'node:path';
import { requireRelease } from '../catalogue/requireRelease.ts';
import { Refusal } from '../platform/refusal.ts';
import { type FileAsked, sendFile } from '../platform/sendFile.ts';
import type { World } from '../platform/world.ts';
import { findPromoPicture } from './queries.ts';

/**
 * A picture of a promotional text. A second delivery may put another one under its name, so a browser asks each time.
 * @throws NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses
 */
export async function sendPromoPicture(
  { db, storage }: Pick<World, 'db' | 'storage'>,
  { caller, params, request, reply }: FileAsked<{ releaseid: string; name: string }>,
  now: Date,
): Promise<void> {
  const { releaseid, name } = params;
  const release_id = await requireRelease(db, { audience: caller.audience, releaseid }, now);
  const picture = await findPromoPicture(db, { release_id, name });
  if (!picture) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(picture.file),
    type: picture.media_type,
    // Its folder is the content hash.
    etag: basename(dirname(picture.file)),
    cacheControl: 'private, max-age=0, must-revalidate',
  });
}
