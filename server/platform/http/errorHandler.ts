import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Every error leaves in the form of the contract; what no rule foresaw is logged once and says nothing of its insides. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error, url: pathOf(request.url) }, 'request failed');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  reply.header('cache-control', 'no-store');
  void reply.code(refusal.status).type(JSON_TYPE).send(JSON.stringify(refusal.answer));
}

/** What is no HTTP, or has too long a head, never becomes a request: its answer is written by hand, and the connection ends. */
export function answerUnread({ code }: ConnectionError, socket: Socket): void {
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

/** Nothing lives at this address. */
export function refuseUnknown(): never {
  throw new Refusal('NOT_FOUND');
}

/** The address without its query: tokens stay out of logs. */
const pathOf = (url: string) => url.split('?', 1)[0];

/** What PostgreSQL says of a text that it cannot hold. */
const NUL_IN_TEXT = '22021';
const NUL_IN_JSON = '22P05';

function refusalOf({ statusCode, code }: FastifyError): Refusal {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return new Refusal('INVALID_JSON');
  if (code === NUL_IN_TEXT || code === NUL_IN_JSON) return new Refusal('VALIDATION');
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new Refusal('VALIDATION')
    : new Refusal('UNEXPECTED');
}
