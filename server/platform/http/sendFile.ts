import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile, Storage } from '../storage/storage.ts';
import type { Caller } from './caller.ts';
import { CHUNK_BYTES, type ChunkLease, openChunkReader } from './chunks.ts';
import { checkConditions } from './conditions.ts';
import { type FileRange, type Part, sliceParts, totalLength } from './parts.ts';
import { type ByteRange, parseRangeHeader } from './ranges.ts';
import { DamagedFileRefusal, Refusal } from './refusal.ts';
import type { Read } from './serve.ts';
import { listPieces, pairBytesOf, type Splice } from './splice.ts';
import { readSwapped } from './swappedSamples.ts';

const CACHE_CONTROL = {
  revalidate: 'private, max-age=0, must-revalidate',
  immutable: 'private, max-age=31536000, immutable',
};

interface FileMetadata {
  type: string;
  /** Changes with the content; without quotes. */
  etag: string;
  cache: keyof typeof CACHE_CONTROL;
}

/** A response that is put together from parts while it is sent. */
type PartsResponse = FileMetadata & { parts: Part[] };

/** What a file route gets. */
export interface FileRequest<Params> {
  caller: Caller;
  read: Read;
  params: Params;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** How an answer ended: all sent, closed by the client, cut because the access ended, or failed here. */
export type TransferOutcome = 'complete' | 'closed' | 'cut' | 'failed';

/** A running answer with content. */
export interface Transfer {
  /** Cuts the answer when aborted. */
  signal: AbortSignal;
  /** `sentBytes` counts the bytes of the requested ranges, in their order. */
  end(sentBytes: number, outcome: TransferOutcome): void;
}

/** Runs before the first byte of an answer with content; a refusal is answered instead. */
export type RecordTransfer = (file: { ranges: ByteRange[]; bytes: number; etag: string }) => Promise<Transfer>;

/** Stored files by key. */
type Files = Map<string, FoundFile>;

/**
 * Sends a file or the requested ranges, with HEAD and conditions (RFC 9110 §13, §14), chunk by chunk: that needs a fifth of the
 * CPU time of a stream per request.
 * @throws PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE; FILE_DAMAGED when the file is missing or has another size than `bytes`
 */
export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, bytes, ...response }: FileMetadata & { key: string; bytes: number | null },
  recordTransfer?: RecordTransfer,
): Promise<void> {
  const file = requireFile(key, await storage.stat(key));
  if (bytes !== null && bytes !== file.bytes) throw new DamagedFileRefusal(key);
  const parts = [{ key, start: 0, bytes: file.bytes }];
  await send(request, reply, { ...response, parts }, new Map([[key, file]]), recordTransfer);
}

/**
 * Sends a response of parts in the same way.
 * @throws PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE; FILE_DAMAGED when one of the files is missing or too short
 */
export async function sendParts(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  response: PartsResponse,
  recordTransfer?: RecordTransfer,
): Promise<void> {
  const ranges = response.parts.filter((part): part is FileRange => !Buffer.isBuffer(part));
  const keys = [...new Set(ranges.map(({ key }) => key))];
  const files: Files = new Map(
    await Promise.all(keys.map(async (key) => [key, requireFile(key, await storage.stat(key))] as const)),
  );
  const isShort = ({ key, start, bytes, spliced }: FileRange) =>
    requireFile(key, files.get(key)).bytes < (spliced ? pairBytesOf(spliced.pair) : start + bytes);
  const short = ranges.find(isShort);
  if (short) throw new DamagedFileRefusal(short.key);
  await send(request, reply, response, files, recordTransfer);
}

/** A public computer stores nothing: `serve` has set the header (requirements decision 30). */
export function setCacheControl(reply: FastifyReply, value: string): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', value);
}

function requireFile(key: string, file: FoundFile | undefined): FoundFile {
  if (!file) throw new DamagedFileRefusal(key);
  return file;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, type, cache, ...response }: PartsResponse,
  files: Files,
  recordTransfer: RecordTransfer | undefined,
): Promise<void> {
  const etag = `"${response.etag}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  setCacheControl(reply, CACHE_CONTROL[cache]);
  const status = checkConditions(request.headers, etag);
  if (status === 412) throw new Refusal('PRECONDITION_FAILED');
  if (status === 304) return void reply.code(304).send();
  const bytes = totalLength(parts);
  const isHead = request.method === 'HEAD';
  const { range, 'if-range': ifRange = etag } = request.headers;
  // Range has a meaning for GET only (RFC 9110 §14.2).
  const ranges = !isHead && ifRange === etag ? parseRangeHeader(range, bytes) : undefined;
  if (ranges?.length === 0) {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal('RANGE_NOT_SATISFIABLE');
  }
  const plan = ranges
    ? planRanges(parts, ranges, { bytes, type })
    : { headers: { 'content-type': type }, parts, framing: new Set<Part>() };
  const requested = ranges ?? [{ start: 0, end: bytes - 1 }];
  const transfer = isHead ? undefined : await recordTransfer?.({ ranges: requested, bytes, etag: response.etag });
  reply.hijack();
  // A hijacked response lacks the headers that hooks have set.
  reply.raw.writeHead(ranges ? 206 : 200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    ...plan.headers,
    'content-length': totalLength(plan.parts),
  });
  if (!isHead) await writeParts(reply.raw, plan, files, transfer);
  reply.raw.end();
}

/** `framing` are the parts between several ranges. */
interface SendPlan {
  headers: Record<string, string>;
  parts: Part[];
  framing: Set<Part>;
}

/** The headers and parts of a 206 response; several ranges become multipart/byteranges. */
function planRanges(parts: Part[], ranges: ByteRange[], { bytes, type }: { bytes: number; type: string }): SendPlan {
  const contentRange = ({ start, end }: ByteRange) => `bytes ${start}-${end}/${bytes}`;
  const [first] = ranges;
  if (first && ranges.length === 1)
    return {
      headers: { 'content-type': type, 'content-range': contentRange(first) },
      parts: sliceParts(parts, first),
      framing: new Set(),
    };
  const boundary = randomUUID();
  const buildHeader = (range: ByteRange) =>
    Buffer.from(`\r\n--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: ${contentRange(range)}\r\n\r\n`);
  const headers = ranges.map(buildHeader);
  const last = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: { 'content-type': `multipart/byteranges; boundary=${boundary}` },
    parts: [...ranges.flatMap((range, index) => [headers[index] ?? last, ...sliceParts(parts, range)]), last],
    framing: new Set<Part>([...headers, last]),
  };
}

async function writeParts(
  response: ServerResponse,
  { parts, framing }: SendPlan,
  files: Files,
  transfer: Transfer | undefined,
): Promise<void> {
  const cut = () => response.destroy();
  let sentBytes = 0;
  let outcome: TransferOutcome = 'failed';
  transfer?.signal.addEventListener('abort', cut);
  if (transfer?.signal.aborted) cut();
  try {
    for (const part of parts) {
      const onWritten = (bytes: number) => {
        if (!framing.has(part)) sentBytes += bytes;
      };
      if (Buffer.isBuffer(part)) await write(response, part, onWritten);
      else {
        const file = requireFile(part.key, files.get(part.key));
        if (part.spliced) await writeCopy(response, part, part.spliced, file, onWritten);
        else await writeRange(response, part, file, onWritten);
      }
    }
    outcome = 'complete';
  } catch (error) {
    const isClosed = response.closed || error instanceof ConnectionClosed;
    outcome = transfer?.signal.aborted ? 'cut' : isClosed ? 'closed' : 'failed';
    // An incomplete response must not look complete to the client.
    response.destroy();
    if (!isClosed) throw error;
  } finally {
    transfer?.signal.removeEventListener('abort', cut);
    transfer?.end(sentBytes, outcome);
  }
}

async function writeRange(
  response: ServerResponse,
  range: FileRange,
  file: FoundFile,
  onWritten: (bytes: number) => void,
): Promise<void> {
  const reader = openChunkReader(file);
  const { start, bytes, samples } = range;
  const end = start + bytes;
  try {
    if (samples) {
      for await (const piece of readSwapped(reader, { start, bytes, samples })) await write(response, piece, onWritten);
      return;
    }
    for (let position = start; position < end; ) {
      const chunk = await reader.acquire(position);
      try {
        const slice = chunk.bytes.subarray(0, end - position);
        await write(response, slice, onWritten);
        position += slice.length;
      } finally {
        chunk.release();
      }
    }
  } finally {
    await reader.close();
  }
}

/** The pieces of the copy are moved together until a buffer is full, which is written at once. */
async function writeCopy(
  response: ServerResponse,
  { start, bytes }: FileRange,
  spliced: Splice,
  file: FoundFile,
  onWritten: (bytes: number) => void,
): Promise<void> {
  const reader = openChunkReader(file);
  const copy = Buffer.allocUnsafeSlow(Math.min(bytes, CHUNK_BYTES));
  let filled = 0;
  let chunk: ChunkLease | undefined;
  let chunkStart = 0;
  try {
    for (const piece of listPieces(spliced, start, start + bytes))
      for (let position = piece.start, rest = piece.bytes; rest > 0; ) {
        if (!chunk || position >= chunkStart + chunk.bytes.length) {
          chunk?.release();
          chunk = undefined;
          chunk = await reader.acquire((chunkStart = position));
        }
        const from = position - chunkStart;
        const moved = chunk.bytes.copy(copy, filled, from, from + rest);
        position += moved;
        rest -= moved;
        filled += moved;
        if (filled < copy.length) continue;
        await write(response, copy, onWritten);
        filled = 0;
      }
    if (filled > 0) await write(response, copy.subarray(0, filled), onWritten);
  } finally {
    chunk?.release();
    await reader.close();
  }
}

class ConnectionClosed extends Error {}

/** Resolves when the bytes are sent, because their buffer is reused. */
function write(response: ServerResponse, bytes: Buffer, onWritten: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new ConnectionClosed());
    if (response.destroyed) return onClose();
    response.once('close', onClose);
    response.write(bytes, (error) => {
      response.off('close', onClose);
      if (error) return reject(new ConnectionClosed());
      onWritten(bytes.length);
      resolve();
    });
  });
}
