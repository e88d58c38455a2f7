import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../process/config.ts';
import { createClientErrorHandler, handleError } from './errorHandler.ts';
import { Refusal } from './refusal.ts';
import { getRequestId, REQUEST_ID_HEADER } from './requestId.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The security headers of every response, errors and files included. */
export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Options of Fastify by which answers outside its hooks have the same headers, and `request.log` writes the id. */
export const createAnswerOptions = (headers: Record<string, string>) =>
  ({
    genReqId: getRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestid' }),
    clientErrorHandler: createClientErrorHandler(headers),
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers(headers).header(REQUEST_ID_HEADER, request.id)),
  }) satisfies FastifyServerOptions;

/** Comes before every other hook, so that each answer has the headers; also those that Node would give itself. */
export function addHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header(REQUEST_ID_HEADER, request.id);
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1 || (hosts.length === 0 && request.raw.httpVersion === '1.1')) throw new Refusal('VALIDATION');
  });
  // A server may ignore an unknown Expect header (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Most bytes that are read and thrown away after the answer; then the connection is closed. */
const DRAINED_BYTES_MAX = 64 * 1024 ** 2;

/**
 * Throws away what is left of a body of which a part was read, as Node does with one of which nothing was. Otherwise the
 * next request of the connection, behind a proxy that of another client, waits until the connection times out.
 */
export function drainBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || !raw.readableDidRead) return;
    let bytes = 0;
    // A reader that waits for data would keep the stream from flowing.
    raw.removeAllListeners('readable').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAINED_BYTES_MAX) raw.destroy();
    });
    raw.resume();
  });
}

/** Smaller responses are not worth compressing. */
const COMPRESSED_BYTES_MIN = 4096;

/** Compresses JSON responses synchronously: a stream per response needs three times as long. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < COMPRESSED_BYTES_MIN) return payload;
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ['zstd', 'gzip'].find((name) => accepted.includes(name));
    // A Buffer, so that Fastify need not measure and encode the string.
    if (!encoding) return Buffer.from(payload);
    reply.header('content-encoding', encoding).header('vary', 'accept-encoding').removeHeader('content-length');
    return encoding === 'zstd'
      ? zstdCompressSync(payload, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
      : gzipSync(payload, { level: 1 });
  });
}
