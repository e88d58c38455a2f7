import { basename, dirname } from 'node:path';
import { findReleaseAccess } from '../catalogue/queries.ts';
import { requireSeen } from '../catalogue/staffReleases.ts';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import { attachmentDisposition } from '../platform/storage/fileName.ts';
import { findAttachment, findPromoPicture } from './queries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now'>;

/** Sends an attachment as delivered, for saving. The sandbox keeps a browser from running scripts of an HTML file. */
export async function sendAttachment(context: Context, request: FileRequest<{ attachmentid: string }>): Promise<void> {
  const { caller, params, reply } = request;
  const attachment = await findAttachment(context.db, { audience: caller.audience, ...params });
  const { filename, ...stored } = await requireSeen(context.db, caller, attachment, context.now(), 'NOT_FOUND');
  reply.headers({
    'content-disposition': attachmentDisposition(filename),
    'content-security-policy': 'sandbox',
  });
  return send(context, request, stored);
}

export async function sendPromoPicture(
  context: Context,
  request: FileRequest<{ releaseid: string; name: string }>,
): Promise<void> {
  const { releaseid, name } = request.params;
  const { caller } = request;
  const release = await findReleaseAccess(context.db, { audience: caller.audience, releaseid });
  const { id: release_id } = await requireSeen(context.db, caller, release, context.now());
  const picture = await findPromoPicture(context.db, { release_id, name });
  if (!picture) throw new Refusal('NOT_FOUND');
  return send(context, request, picture);
}

/** Browsers revalidate, because a later delivery may replace a file of the same name. */
const send = (
  { storage }: Context,
  { request, reply }: FileRequest<unknown>,
  { file, bytes, media_type }: { file: string; bytes: number | null; media_type: string },
): Promise<void> =>
  sendFile(storage, request, reply, {
    key: file,
    bytes,
    type: media_type,
    // The folder of the key is the content hash.
    etag: basename(dirname(file)),
    cache: 'revalidate',
  });
