import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { unescape } from 'node:querystring';
import type { ErrorCode } from '@promenade/contract/errors';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/availability.ts';
import { isDiskFull } from '../process/diskFull.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { DamagedFileRefusal, Refusal } from './refusal.ts';
import { getRequestId, REQUEST_ID_HEADER } from './requestId.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers every error in the form of the contract. Unexpected errors are logged; their details are not sent. An outage of
 * the database is logged once, by `createAvailability`, and one of the storage by `createS3Client`.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : toRefusal(error);
  if (refusal.status >= 500 && !isExpected(error))
    request.log.error({ err: error, path: getLoggedPath(request) }, 'Request failed');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  reply.header('cache-control', 'no-store');
  void reply.code(refusal.status).type(JSON_TYPE).send(JSON.stringify(refusal.answer));
}

/** Longest path in the log, in characters. */
const PATH_MAX = 1_000;

/**
 * Decoded, so that the log finds tokens and addresses of mail in every spelling; without the query, which may have a
 * token. Unlike `decodeURIComponent`, it never throws.
 */
export const getLoggedPath = ({ url }: FastifyRequest): string =>
  unescape(url.split(/[?#]/, 1)[0] ?? '').slice(0, PATH_MAX);

/** A damaged file is a refusal that is logged. */
const isExpected = (error: unknown) =>
  (error instanceof Refusal && !(error instanceof DamagedFileRefusal)) ||
  error instanceof DatabaseUnavailable ||
  error instanceof StorageUnavailable;

/** A request line of this length is too long (RFC 9112 §3), longer headers are too many: Node's parser tells neither. */
const REQUEST_LINE_MAX = 8_000;

/** Answers what the HTTP parser refuses, on the socket: Fastify has no request for it. */
export const createClientErrorHandler =
  (headers: Record<string, string>) =>
  ({ code, rawPacket }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable || getAnswer(socket)?.headersSent) return void socket.destroy();
    // Fastify declares its JSON form.
    const packet = rawPacket as unknown as Buffer | undefined;
    const { status, answer } = new Refusal(toClientErrorCode(code, packet));
    const body = JSON.stringify(answer);
    const head = Object.entries({
      ...headers,
      [REQUEST_ID_HEADER]: getRequestId(getAnswer(socket)?.req ?? { headers: {} }),
      'cache-control': 'no-store',
      'content-type': JSON_TYPE,
      'content-length': body.length,
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
    socket.destroySoon();
  };

/** The answer of the socket. Bytes after a begun one would look like a part of it. */
const getAnswer = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage;

function toClientErrorCode(code: string, packet: Buffer | undefined): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'VALIDATION';
  const end = packet?.indexOf('\n') ?? 0;
  return end === -1 || end > REQUEST_LINE_MAX ? 'URL_TOO_LONG' : 'HEADERS_TOO_LARGE';
}

export function refuseNotFound(): never {
  throw new Refusal('NOT_FOUND');
}

/** Retry-After during an outage. */
const OUTAGE_SECONDS = 2;
/** Retry-After until there is room on a full disk; reading goes on. */
const DISK_FULL_SECONDS = 60;
/** The PostgreSQL error for a statement that took too long. */
const QUERY_CANCELED = '57014';
/** The PostgreSQL errors for a NUL character, which text and JSON cannot store. */
const NUL_IN_TEXT = '22021';
const NUL_IN_JSON = '22P05';

/** The database answers, but too slowly for this request. */
export const isDatabaseOverload = (error: FastifyError) =>
  error instanceof DatabaseUnavailable ? error.isPoolBusy : error.code === QUERY_CANCELED;

/** A row names a release that was deleted after the call had found it. Source: PostgreSQL, appendix A (23503) */
const isReleaseGone = ({ code, constraint }: { code: string; constraint?: string }): boolean =>
  code === '23503' && constraint?.endsWith('release_id_fkey') === true;

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof DatabaseUnavailable) return new Refusal('BUSY', undefined, OUTAGE_SECONDS);
  if (error instanceof StorageUnavailable) return new Refusal('STORAGE_UNAVAILABLE', undefined, OUTAGE_SECONDS);
  const { statusCode, code } = error;
  if (isReleaseGone(error)) return new Refusal('RELEASE_NOT_FOUND');
  if (code === QUERY_CANCELED) return new Refusal('BUSY');
  if (isDiskFull(error)) return new Refusal('BUSY', undefined, DISK_FULL_SECONDS);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return new Refusal('INVALID_JSON');
  // Of `@fastify/static`.
  if (statusCode === 412) return new Refusal('PRECONDITION_FAILED');
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new Refusal(isClientError || code === NUL_IN_TEXT || code === NUL_IN_JSON ? 'VALIDATION' : 'UNEXPECTED');
}
