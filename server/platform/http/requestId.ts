import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';
/** What can be written into a log and a header. */
const SAFE = /^[\w.:-]{1,64}$/;

/** The id that a proxy gave the request, or a new one. It is in the answer and in each log line of the request. */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}

/** The options of Fastify by which `request.log` writes the id. */
export const createRequestIdOptions = () => ({
  genReqId: getRequestId,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestid' }),
});
