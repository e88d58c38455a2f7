import { basename, dirname } from 'node:path';
import { allowed, requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileAsked, sendFile } from '../platform/http/sendFile.ts';
import { savedAs } from '../platform/storage/fileName.ts';
import { findAttachment, findPromoPicture } from './queries.ts';

type Here = Pick<AppContext, 'db' | 'storage'>;

/**
 * The bytes as delivered, to be saved: whatever they hold, a browser that shows them all the same runs nothing.
 * @throws NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses
 */
export async function sendAttachment(here: Here, asked: FileAsked<{ attachmentid: string }>, now: Date): Promise<void> {
  const { caller, params, reply } = asked;
  const found = await findAttachment(here.db, { audience: caller.audience, ...params });
  if (!found) throw new Refusal('NOT_FOUND');
  const attachment = allowed(found, now);
  reply.headers({ 'content-disposition': savedAs(attachment.filename), 'content-security-policy': 'sandbox' });
  return send(here, asked, attachment);
}

/**
 * A picture of a promotional text. A second delivery may put another one under its name, so a browser asks each time.
 * @throws NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses
 */
export async function sendPromoPicture(
  here: Here,
  asked: FileAsked<{ releaseid: string; name: string }>,
  now: Date,
): Promise<void> {
  const { releaseid, name } = asked.params;
  const release_id = await requireRelease(here.db, { audience: asked.caller.audience, releaseid }, now);
  const picture = await findPromoPicture(here.db, { release_id, name });
  if (!picture) throw new Refusal('NOT_FOUND');
  return send(here, asked, picture);
}

const send = (
  { storage }: Here,
  { request, reply }: FileAsked<unknown>,
  { file, media_type }: { file: string; media_type: string },
): Promise<void> =>
  sendFile(request, reply, {
    path: storage.localPath(file),
    type: media_type,
    // Its folder is the content hash.
    etag: basename(dirname(file)),
    cached: 'asking',
  });
