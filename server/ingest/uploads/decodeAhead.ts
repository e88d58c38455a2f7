import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { isMedia } from '../folders/fileKinds.ts';
import { deliveredKeyOf, type MediaFile } from '../read/inspect.ts';
import { type ImportContext, startImportRun } from '../run/importRun.ts';
import { deleteDecodedMedia } from '../run/mediaQueries.ts';
import { findTrackMedia, storeTrackMedia } from '../run/renditions.ts';
import { unpacksMuch } from '../sound/decodeRoom.ts';
import type { JobContext } from '../workers/sharedDecoders.ts';
import { requireSpareBytes } from '../workspace/spareBytes.ts';
import * as queries from './deliveryQueries.ts';
import { assembleFile } from './importDelivery.ts';

// Audio is decoded while the rest of its delivery arrives. Check and import find the result by the content of the file; what
// is missing they decode themselves, so nothing here is repeated.

const Payload = z.object({ uploadid: z.string() });
export type DecodedUpload = z.infer<typeof Payload>;

export const decodeQueue: Queue<DecodedUpload> = {
  queue: 'delivery-decode',
  payload: Payload,
  retryLimit: 0,
  expireInSeconds: 3600,
  batchSize: 1,
  batches: 2,
};

/** A smaller one is decoded as fast as a job is started. */
const BYTES_MIN = 4 * 1024 ** 2;

export const isDecodedAhead = ({ path, bytes, purpose }: queries.CompleteUpload): boolean =>
  purpose === 'release' && bytes >= BYTES_MIN && isMedia(path);

async function decodeAhead(context: ImportContext, { uploadid }: DecodedUpload): Promise<void> {
  const { db, storage, now } = context;
  const upload = await queries.findWaitingUpload(db, uploadid);
  if (!upload) return;
  const { path, bytes, parts, deliveryId, labelId, releaseId } = upload;
  const draftOf = { deliveryId, labelId, releaseId: releaseId ?? undefined };
  const run = await startImportRun(context, { isCheck: true, keepsDecoded: true, draftOf }, () => {});
  try {
    await requireSpareBytes(context, bytes);
    const absolutePath = join(run.tempDir, basename(path));
    await assembleFile(storage, parts, absolutePath);
    const file: MediaFile = { ...(await run.pool.inspect(absolutePath)), path, absolutePath, disc: null, others: [] };
    // Lossy audio is left out of a release that has the same song without loss.
    if (!file.media.lossless || unpacksMuch(file) || (await findTrackMedia(run, file))) return;
    const { limitOf, release } = await run.room.reserve([file]);
    await storeTrackMedia(run, file, limitOf(file)).finally(release);
    // It was discarded, imported or removed meanwhile.
    if ((await queries.listOpenUploads(db, [uploadid])).length === 0)
      await db.transaction().execute((db) => deleteDecodedMedia(db, { files: [deliveredKeyOf(file)] }, now()));
  } catch (error) {
    // The check says why.
    if (!(error instanceof DeliveryRefusal)) throw error;
  } finally {
    await run.close();
  }
}

export const decodeJob: Job<DecodedUpload, JobContext> = {
  ...decodeQueue,
  run: (context, data) => context.decoders.use((decoders) => decodeAhead({ ...context, ...decoders }, data)),
};
