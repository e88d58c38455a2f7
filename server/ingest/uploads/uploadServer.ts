import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Metadata, Server, Upload } from '@tus/server';
import { formatBytes } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import { notifyChange } from '../../platform/database/changes.ts';
import { createNodeLocks } from '../../platform/database/nodeLocks.ts';
import { ExplainedRefusal, Refusal } from '../../platform/http/refusal.ts';
import { isDiskFull } from '../../platform/process/diskFull.ts';
import { decodeQueue, isDecodedAhead } from './decodeAhead.ts';
import { createUpload, PARTS_PREFIX, removeUpload } from './deliveries.ts';
import { findUpload, insertPart, refuseUpload } from './deliveryQueries.ts';

// Resumable uploads (tus 1.0). A file is stored in parts, each an object of the storage; its row follows when the part is
// durable. So any node continues where another one stopped, on disk and in a bucket alike.

type Context = Pick<AppContext, 'db' | 'pool' | 'storage' | 'config' | 'now' | 'jobs'>;

export interface UploadServer {
  /** Answers a request that is authorised. @throws Refusal */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Buffered for each running upload. */
const PART_BYTES = 4 * 1024 ** 2;
/** How long a running part goes on when another connection continues the file. */
const DRAIN_MS = 1_000;

/** @param path of the uploads in the API */
export function createUploadServer(context: Context, path: string): UploadServer {
  const { fileBytesMax } = context.config.deliveries;
  const locks = createNodeLocks(context.pool);
  const server = new Server({
    path,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: fileBytesMax,
    datastore: createStore(context),
    namingFunction: () => randomUUID(),
    lockDrainTimeout: DRAIN_MS,
    locker: {
      newLock(uploadid) {
        let release: (() => Promise<void>) | undefined;
        return {
          async lock(_signal, letGo) {
            release = await locks.take(uploadid, () => void letGo());
            if (!release) throw new Refusal('UPLOAD_LOCKED');
          },
          unlock: async () => release?.(),
        };
      },
    },
    onResponseError: (_request, error) => {
      throw 'status_code' in error ? toRefusal(error.status_code, error.body, fileBytesMax) : error;
    },
  });
  return {
    async answer(request) {
      const response = await server.handleWeb(request);
      if (response.status >= 400) throw toRefusal(response.status, await response.text(), fileBytesMax);
      return response;
    },
    close: locks.close,
  };
}

/** The refusal for an answer of the library. A client that keeps to the protocol gets the first two only. */
function toRefusal(status: number, text: string, fileBytesMax: number): Refusal {
  if (status === ERRORS.INVALID_OFFSET.status_code) return new Refusal('UPLOAD_OFFSET');
  if (text === ERRORS.ERR_MAX_SIZE_EXCEEDED.body)
    return new ExplainedRefusal('TOO_LARGE', `A file has at most ${formatBytes(fileBytesMax)}.`);
  if (status === ERRORS.ERR_SIZE_EXCEEDED.status_code) return new Refusal('TOO_LARGE');
  if (text === ERRORS.ABORTED.body) return new Refusal('UPLOAD_LOCKED');
  return new Refusal('VALIDATION', { headers: text.trim() });
}

export function parseMetadata(header: unknown): { deliveryid: string; path: string } {
  try {
    const { deliveryid, path } = Metadata.parse(String(header));
    if (deliveryid && path) return { deliveryid, path };
  } catch {
    // Refused below.
  }
  throw new Refusal('VALIDATION', { 'upload-metadata': 'It has deliveryid and path, each in base64.' });
}

function createStore(context: Context): DataStore {
  const { db } = context;
  /** A new buffer for each part would take memory until it is collected. */
  const buffers: Buffer[] = [];
  return Object.assign(new DataStore(), {
    extensions: ['creation', 'termination'],
    async create(upload: Upload) {
      const { deliveryid = '', path = '' } = upload.metadata ?? {};
      const file = { uploadid: upload.id, deliveryid: deliveryid ?? '', path: path ?? '', bytes: upload.size ?? 0 };
      // The address of the answer is made of it.
      upload.id = await createUpload(context, file);
      return upload;
    },
    async getUpload(id: string) {
      const found = await findUpload(db, id);
      if (!found) throw new Refusal('NOT_FOUND');
      const { bytes: size, received: offset, deliveryid, path } = found;
      return new Upload({ id, size, offset, metadata: { deliveryid, path } });
    },
    write: (stream: Readable, uploadid: string, offset: number) =>
      writeParts({ ...context, buffers }, stream, uploadid, offset),
    remove: (uploadid: string) => removeUpload(context, uploadid),
  });
}

const SPARE_MAX = 4;
/** Stores what comes until the stream ends, or is cut. Gives the new position. */
async function writeParts(
  context: Context & { buffers: Buffer[] },
  stream: Readable,
  uploadid: string,
  offset: number,
): Promise<number> {
  const { buffers } = context;
  const part = buffers.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
  let position = offset;
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0; ) {
        const copied = rest.copy(part, bytes);
        rest = rest.subarray(copied);
        bytes += copied;
        if (bytes < PART_BYTES) continue;
        position += await writePart(context, part, uploadid, position);
        bytes = 0;
      }
      // Gives its memory back at once; a piece of a larger buffer stays.
      if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
    }
    return bytes === 0 ? position : position + (await writePart(context, part.subarray(0, bytes), uploadid, position));
  } finally {
    if (buffers.length < SPARE_MAX) buffers.push(part);
  }
}

async function writePart(
  { db, storage, jobs, now }: Context,
  part: Buffer,
  uploadid: string,
  offset: number,
): Promise<number> {
  if (offset === 0 && isProgram(part)) {
    const refusal = new Refusal('FILE_TYPE');
    await refuseUpload(db, uploadid, refusal.message);
    throw refusal;
  }
  // Somebody who lost the lock may write at the same position.
  const key = `${PARTS_PREFIX}${uploadid}-${offset}-${randomBytes(6).toString('hex')}`;
  await storage.put(key, part).catch((reason: unknown) => {
    throw isDiskFull(reason) ? new Refusal('STORAGE_FULL') : reason;
  });
  const written = await insertPart(db, { uploadid, key, offset, bytes: part.length }, now());
  if (!written) {
    await storage.delete(key);
    throw new Refusal('UPLOAD_OFFSET');
  }
  if (written.isComplete) {
    await notifyChange(db, { type: 'delivery', deliveryid: written.deliveryid });
    if (isDecodedAhead(written)) await jobs.send(db, decodeQueue, { uploadid });
  }
  return part.length;
}

/** Of Linux, macOS and Windows. */
const PROGRAM = /^(\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|MZ[^]{58,510}PE\0\0)/;

const isProgram = (head: Buffer) => PROGRAM.test(head.toString('latin1', 0, 1024));
