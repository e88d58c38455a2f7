import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { type FileInfo, findFile, openChunkReader } from './chunks.ts';
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

/** A response that is put together from parts while it is sent. */
type PartsResponse = FileMetadata & { parts: Part[] };

/** What a file route gets. */
export interface FileRequest<Params> {
  caller: Caller;
  params: Params;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Files = Map<string, FileInfo>;

/**
 * Sends a file or the requested ranges, with HEAD and If-Range (RFC 9110 §14), chunk by chunk: that needs a fifth of the
 * CPU time of a stream per request.
 * @throws RANGE_NOT_SATISFIABLE; NOT_FOUND when the file is missing
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, ...response }: FileMetadata & { path: string },
): Promise<void> {
  const file = requireFile(await findFile(path));
  const parts = [{ path, start: 0, bytes: file.bytes }];
  await send(request, reply, { ...response, parts }, new Map([[path, file]]));
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
  const paths = [...new Set(ranges.map(({ path }) => path))];
  const files: Files = new Map(
    await Promise.all(paths.map(async (path) => [path, requireFile(await findFile(path))] as const)),
  );
  const isShort = ranges.some(({ path, start, bytes }) => requireFile(files.get(path)).bytes < start + bytes);
  if (isShort) throw new Refusal('NOT_FOUND');
  return send(request, reply, response, files);
}

function requireFile(file: FileInfo | undefined): FileInfo {
  if (!file) throw new Refusal('NOT_FOUND');
  return file;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, type, cache, ...response }: PartsResponse,
  files: Files,
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
  const isSent = request.method !== 'HEAD' && (await writeParts(reply.raw, plan.parts, files));
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

async function writeParts(response: ServerResponse, parts: Part[], files: Files): Promise<boolean> {
  try {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) await write(response, part);
      else await writeRange(response, part, requireFile(files.get(part.path)));
    }
    return true;
  } catch (error) {
    // An incomplete response must not look complete to the client.
    response.destroy();
    if (!response.closed && !(error instanceof ConnectionClosed)) throw error;
    return false;
  }
}

async function writeRange(response: ServerResponse, { start, bytes }: FileRange, file: FileInfo): Promise<void> {
  const reader = openChunkReader(file);
  const end = start + bytes;
  try {
    for (let position = start; position < end; ) {
      const chunk = await reader.acquire(position);
      try {
        const slice = chunk.bytes.subarray(0, end - position);
        await write(response, slice);
        position += slice.length;
      } finally {
        chunk.release();
      }
    }
  } finally {
    await reader.close();
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
