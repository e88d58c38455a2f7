import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from '../storage/fileName.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Sends what was made for the caller, which no cache stores: a PDF opens in the browser, a table is saved. */
export function sendTable(
  reply: FastifyReply,
  name: string,
  format: keyof typeof TYPES,
  content: string | Buffer | Readable,
): void {
  const disposition = attachmentDisposition(`${name}.${format}`);
  reply
    .type(TYPES[format])
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': format === 'pdf' ? disposition.replace('attachment', 'inline') : disposition,
    })
    .send(content);
}
