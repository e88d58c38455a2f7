import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { type FileRange, type Part, sliceParts, totalLength } from './parts.ts';
import { type ByteRange, parseRangeHeader } from './ranges.ts';
import { Refusal } from './refusal.ts';

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

export interface FileResponse extends FileMetadata {
  path: string;
}

/** A response that is put together from parts while it is sent. */
export interface PartsResponse extends FileMetadata {
  parts: Part[];
}

/** What a file route gets. */
export interface FileRequest<Params> {
  caller: Caller;
  params: Params;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends a file or the requested ranges, with HEAD and If-Range (RFC 9110 §14).
 * @throws RANGE_NOT_SATISFIABLE; NOT_FOUND when the file is missing
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, response: FileResponse): Promise<void> {
  const { path } = response;
  await send(request, reply, { ...response, parts: [{ path, start: 0, bytes: await getFileSize(path) }] });
}

/**
 * Sends a response of parts in the same way.
 * @returns whether its last byte was sent
 * @throws RANGE_NOT_SATISFIABLE; NOT_FOUND when one of the files is missing or too short
 */
export async function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PartsResponse,
): Promise<boolean> {
  const ranges = response.parts.filter((part): part is FileRange => !Buffer.isBuffer(part));
  const sizes = new Map(
    await Promise.all(
      [...new Set(ranges.map(({ path }) => path))].map(async (path) => [path, await getFileSize(path)] as const),
    ),
  );
  if (ranges.some(({ path, start, bytes }) => (sizes.get(path) ?? 0) < start + bytes)) throw new Refusal('NOT_FOUND');
  return send(request, reply, response);
}

async function getFileSize(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw new Refusal('NOT_FOUND');
  return stats.size;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, type, cache, ...response }: PartsResponse,
): Promise<boolean> {
  const etag = `"${response.etag}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': CACHE_CONTROL[cache] });
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send();
    return false;
  }
  const bytes = totalLength(parts);
  const ifRange = request.headers['if-range'];
  const ranges = ifRange === undefined || ifRange === etag ? parseRangeHeader(request.headers.range, bytes) : undefined;
  if (ranges?.length === 0) {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal('RANGE_NOT_SATISFIABLE');
  }
  const plan = ranges ? planRanges(parts, ranges, { bytes, type }) : { headers: { 'content-type': type }, parts };
  reply.hijack();
  // A hijacked response lacks the headers that hooks have set.
  reply.raw.writeHead(ranges ? 206 : 200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    ...plan.headers,
    'content-length': totalLength(plan.parts),
  });
  const isSent = request.method !== 'HEAD' && (await writeParts(reply.raw, plan.parts));
  reply.raw.end();
  return isSent && (ranges?.some(({ end }) => end === bytes - 1) ?? true);
}

/** The headers and parts of a 206 response; several ranges become multipart/byteranges. */
function planRanges(parts: Part[], ranges: ByteRange[], { bytes, type }: { bytes: number; type: string }) {
  const contentRange = ({ start, end }: ByteRange) => `bytes ${start}-${end}/${bytes}`;
  const [first] = ranges;
  if (first && ranges.length === 1)
    return {
      headers: { 'content-type': type, 'content-range': contentRange(first) },
      parts: sliceParts(parts, first),
    };
  const boundary = randomUUID();
  const buildHeader = (range: ByteRange) =>
    Buffer.from(`\r\n--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: ${contentRange(range)}\r\n\r\n`);
  const body = ranges.flatMap((range) => [buildHeader(range), ...sliceParts(parts, range)]);
  body.push(Buffer.from(`\r\n--${boundary}--\r\n`));
  return { headers: { 'content-type': `multipart/byteranges; boundary=${boundary}` }, parts: body };
}

async function writeParts(response: ServerResponse, parts: Part[]): Promise<boolean> {
  try {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) await write(response, part);
      else await writeRange(response, part);
    }
    return true;
  } catch (error) {
    // An incomplete response must not look complete to the client.
    response.destroy();
    if (!response.closed && !(error instanceof ConnectionClosed)) throw error;
    return false;
  }
}

/** Own reads into pooled buffers take a quarter of the CPU time of a stream per request. */
const BUFFER_BYTES = 512 * 1024;
/** 16 MB. */
const POOL_MAX = 32;
const pool: Buffer[] = [];

async function writeRange(response: ServerResponse, { path, start, bytes }: FileRange): Promise<void> {
  const file = await open(path);
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  try {
    for (let position = start; position < start + bytes; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, start + bytes - position), position);
      if (bytesRead === 0) throw new Error(`${path} ended early.`);
      await write(response, buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    // After an error the socket may still hold the buffer.
    if (pool.length < POOL_MAX) pool.push(buffer);
  } finally {
    await file.close();
  }
}

class ConnectionClosed extends Error {}

/** Resolves when the bytes are sent, because their buffer is reused. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new ConnectionClosed());
    if (response.destroyed) return onClose();
    response.once('close', onClose);
    response.write(bytes, (error) => {
      response.off('close', onClose);
      if (error) reject(new ConnectionClosed());
      else resolve();
    });
  });
}
