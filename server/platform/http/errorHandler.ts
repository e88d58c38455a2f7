import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers every error in the form of the contract. Unexpected errors are logged; their details are not sent. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : toRefusal(error);
  // Without the query, which may have a token.
  if (refusal.status >= 500) request.log.error({ err: error, url: request.url.split('?', 1)[0] }, 'Request failed');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  reply.header('cache-control', 'no-store');
  void reply.code(refusal.status).type(JSON_TYPE).send(JSON.stringify(refusal.answer));
}

/** Answers malformed HTTP and oversized headers on the socket: Fastify has no request for them. */
export function handleClientError({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, answer } = new Refusal(code === 'HPE_HEADER_OVERFLOW' ? 'TOO_LARGE' : 'VALIDATION');
  const body = JSON.stringify(answer);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${body.length}`,
  ];
  socket.end([...head, 'connection: close', '', body].join('\r\n'));
}

export function refuseNotFound(): never {
  throw new Refusal('NOT_FOUND');
}

/** The PostgreSQL errors for a NUL character, which text and JSON cannot store. */
const NUL_IN_TEXT = '22021';
const NUL_IN_JSON = '22P05';

function toRefusal({ statusCode, code }: FastifyError): Refusal {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return new Refusal('INVALID_JSON');
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new Refusal(isClientError || code === NUL_IN_TEXT || code === NUL_IN_JSON ? 'VALIDATION' : 'UNEXPECTED');
}
