import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'x-request-id';
/** What can be written into a log and a header. */
const SAFE = /^[\w.:-]{1,64}$/;

/**
 * The id that a proxy gave the request, or a new one. It is in the answer and in each log line of the request. The header
 * keeps it, for the parser that refuses the body later.
 */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
  headers[REQUEST_ID_HEADER] = id;
  return id;
}
