import type { FastifyError, FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Every error leaves in the form of the contract; what no rule foresaw is logged once and says nothing of its insides. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error, url: pathOf(request.url) }, 'request failed');
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
    reply.header('cache-control', 'no-store');
    return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.answer));
  });
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
