import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DocumentAttachment, ReleaseDocument } from '@promenade/contract/delivery';
import { DeliveryRefusal, formatBytes, PICTURE_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { documentCoverOf } from '../../catalogue/document/document.ts';
import { EditRefusal } from '../../catalogue/document/editRelease.ts';
import type { AppContext } from '../../platform/context.ts';
import { atMost } from '../../platform/process/limits.ts';
import type * as pictures from '../pictures/pictures.ts';
import { storeAttachment } from '../run/storeAttachments.ts';
import { createImportStorage, openWorkspace } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now'>;

/** Unfinished writes of edits; a daily job deletes those of killed processes. */
const PARTIAL_FOLDER = 'edits';

/** For files that edits store. */
const openEditStorage = (context: Context) => createImportStorage(context, PARTIAL_FOLDER).storage;

/** A picture takes up to 200 MB while it is read, so a process draws one after the other. */
const inTurn = atMost(1);

/**
 * Stores a picture as a cover, as an import does.
 * @param warning a sentence about its shape, size or colours
 * @throws EditRefusal
 */
export async function storeEditedCover(
  context: Context,
  bytes: number,
  read: () => Promise<Buffer>,
): Promise<{ cover: NonNullable<ReleaseDocument['cover']>; warning: string | null }> {
  const { warning = null, ...cover } = await storePicture('cover', bytes, async ({ storeGivenCover }) =>
    storeGivenCover(openEditStorage(context), await read()),
  );
  return { cover: [documentCoverOf(cover)], warning };
}

/** Stores a picture as the logo of a label; gives its hash. @throws EditRefusal */
export const storeEditedLogo = (context: Context, bytes: number, read: () => Promise<Buffer>): Promise<string> =>
  storePicture('logo', bytes, async ({ storeGivenLogo }) => storeGivenLogo(openEditStorage(context), await read()));

async function storePicture<Result>(
  field: 'cover' | 'logo',
  bytes: number,
  store: (drawing: typeof pictures) => Promise<Result>,
): Promise<Result> {
  if (bytes > PICTURE_BYTES_MAX)
    throw new EditRefusal(field, `The file is larger than ${formatBytes(PICTURE_BYTES_MAX)}.`);
  try {
    return await inTurn(async () => store(await import('../pictures/pictures.ts')));
  } catch (error) {
    if (error instanceof DeliveryRefusal) throw new EditRefusal(field, error.message);
    throw error;
  }
}

/**
 * Stores an attachment, as an import does.
 * @param warning a sentence about what is in it
 */
export async function storeEditedAttachment(
  context: Context & Pick<AppContext, 'config'>,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<{ attachment: DocumentAttachment; warning: string | undefined }> {
  const { tempDir, storage, close } = await openWorkspace(context);
  try {
    const path = join(tempDir, name);
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path));
    const { warning, ...attachment } = await storeAttachment(storage, path);
    return { attachment, warning };
  } finally {
    await close();
  }
}
