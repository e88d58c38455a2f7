import { basename, dirname } from 'node:path';
import { requireRelease } from '../catalogue/requireRelease.ts';
import { savedAs } from '../platform/fileName.ts';
import { Refusal } from '../platform/refusal.ts';
import { type FileAsked, sendFile } from '../platform/sendFile.ts';
import type { World } from '../platform/world.ts';
import { findAttachment } from './queries.ts';

/**
 * The bytes as delivered, to be saved: whatever they hold, a browser that shows them all the same runs nothing.
 * @throws NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses
 */
export async function sendAttachment(
  { db, storage }: Pick<World, 'db' | 'storage'>,
  { caller, params, request, reply }: FileAsked<{ attachmentid: string }>,
  now: Date,
): Promise<void> {
  const attachment = await findAttachment(db, params.attachmentid);
  if (!attachment) throw new Refusal('NOT_FOUND');
  const { releaseid, file, filename, media_type } = attachment;
  await requireRelease(db, { audience: caller.audience, releaseid }, now);
  reply.headers({ 'content-disposition': savedAs(filename), 'content-security-policy': 'sandbox' });
  return sendFile(request, reply, {
    path: storage.localPath(file),
    type: media_type,
    // Its folder is the content hash.
    etag: basename(dirname(file)),
    cacheControl: 'private, max-age=0, must-revalidate',
  });
}
