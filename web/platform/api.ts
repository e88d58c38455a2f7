import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import { API_TIMEOUT_MS, DOWNLOAD_STALL_MS } from '@promenade/contract/limits';
import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';
import { notify } from './notices.ts';
import { expireSession, useSession } from './session.ts';

const OUTAGE_STATUSES = [502, 503, 504];

/** A failed call. `code` is an error code of the contract, or `NO_ANSWER` with status 0 (offline, timeout). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NO_ANSWER';
  readonly status: number;
  /** Error messages by field name. */
  readonly fields: Record<string, string>;

  constructor(code: ApiError['code'], status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

/** `token` replaces the access token of the current session: sign-out is sent after the session was cleared. */
export interface CallOptions {
  signal?: AbortSignal;
  token?: string;
}

type RequestParts = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Calls a route of the contract.
 * @throws ApiError; AbortError when `signal` aborted the call
 */
export async function call<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  { signal, token }: CallOptions = {},
): Promise<RouteAnswer<R>> {
  const sentToken = token ?? useSession.getState().accessToken;
  const init: RequestInit = {
    method: route.method,
    headers: buildHeaders(route, request, sentToken),
    body: 'body' in request && request.body !== undefined ? JSON.stringify(request.body) : undefined,
  };
  const response = await fetchWithTimeout(buildUrl(route, request), init, signal);
  reportStatus(response.status);
  if (response.ok) return (route.answer ? await withApiError(response.json(), signal) : undefined) as RouteAnswer<R>;
  const error = await parseError(response);
  if (error.code === 'UNAUTHENTICATED' && route.access !== 'public' && token === undefined) expireSession();
  throw error;
}

/**
 * Fetches image data; the session cookie authorises the request (requirements decision 20).
 * @throws ApiError; AbortError when `signal` aborted the call
 */
export async function fetchBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetchWithTimeout(path, {}, signal);
  if (!response.ok) throw await parseError(response);
  return withApiError(response.arrayBuffer(), signal);
}

/**
 * Fetches a file to save; the session cookie authorises the request. Only the headers have a timeout (25 seconds).
 * @throws ApiError
 */
export async function fetchFile(path: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const timeout = new AbortController();
  const response = await withApiError(abortAfter(API_TIMEOUT_MS, timeout, fetch(path, { signal: timeout.signal })));
  if (!response.ok) throw await parseError(response);
  return { bytes: await withApiError(response.blob()), name: parseFileName(response) };
}

/** The part of a file that was downloaded before. Without an ETag the download cannot be resumed. */
export interface PartialFile {
  bytes: number;
  etag: string | null;
}

/** A file being downloaded. `offset` is the position of its first byte, `total` the size of the complete file in bytes. */
export interface FileStream {
  offset: number;
  total: number | undefined;
  etag: string | null;
  name: string | undefined;
  /** @throws ApiError NO_ANSWER when the connection breaks, or no byte arrives for 30 seconds */
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * Downloads a file in chunks and resumes `partial` if the file is unchanged (RFC 9110 §14.2). The headers have a
 * timeout of 25 seconds.
 * @throws ApiError; AbortError when `signal` aborted the download, also while its chunks are read
 */
export async function streamFile(path: string, partial: PartialFile, signal: AbortSignal): Promise<FileStream> {
  const timeout = new AbortController();
  const { bytes, etag } = partial;
  const headers: HeadersInit = bytes > 0 && etag !== null ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
  const fetched = fetch(path, { headers, signal: AbortSignal.any([signal, timeout.signal]) });
  const response = await withApiError(abortAfter(API_TIMEOUT_MS, timeout, fetched), signal);
  reportStatus(response.status);
  if (!response.ok) throw await parseError(response);
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const length = range?.[2] ?? response.headers.get('content-length');
  const offset = Number(range?.[1] ?? 0);
  const total = length === null ? undefined : Number(length);
  const chunks = readChunks(response, offset, total, timeout, signal);
  return { offset, total, etag: response.headers.get('etag'), name: parseFileName(response), chunks };
}

async function* readChunks(
  { body }: Response,
  offset: number,
  total: number | undefined,
  timeout: AbortController,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    for (let position = offset; ; ) {
      const chunk = reader && (await abortAfter(DOWNLOAD_STALL_MS, timeout, reader.read()));
      if (chunk?.value) {
        position += chunk.value.length;
        yield chunk.value;
      } else if (total === undefined || position === total) return;
      else throw new Error(`Received ${position} of ${total} bytes.`);
    }
  } catch (failure) {
    if (signal.aborted) throw failure;
    throw new ApiError('NO_ANSWER', 0, 'The download was interrupted');
  } finally {
    timeout.abort();
  }
}

/** Aborts `controller` if the promise is not settled in time. */
function abortAfter<Value>(ms: number, controller: AbortController, promise: Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => controller.abort(), ms);
  return promise.finally(() => clearTimeout(timer));
}

function parseFileName(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}

/** The URL of a route below `/api`. */
export function buildUrl(route: Route, request: RequestParts): string {
  const params = (request.params ?? {}) as Record<string, string>;
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `/api${path}?${query}` : `/api${path}`;
}

/** The timeout of 25 seconds covers headers and body (requirement C-API-01). */
function fetchWithTimeout(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS);
  return withApiError(fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }), signal);
}

/** Turns a network error or timeout into `ApiError`, unless `signal` was aborted. */
async function withApiError<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  try {
    return await promise;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    // Offline, the banner is shown instead.
    if (navigator.onLine) reportOutage();
    throw new ApiError('NO_ANSWER', 0, 'No answer');
  }
}

let isDown = false;

function reportStatus(status: number): void {
  if (OUTAGE_STATUSES.includes(status)) reportOutage();
  else isDown = false;
}

/** Notifies once per outage (requirement A-ERR-21). */
function reportOutage(): void {
  if (isDown) return;
  isDown = true;
  // While only some calls fail, each failure starts a new outage: the subject keeps one toast.
  notify({ category: 'serviceUnavailable', subject: 'service' });
}

function buildHeaders(route: Route, request: RequestParts, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null || route.access === 'public' ? {} : { authorization: `Bearer ${token}` }),
  };
}

async function parseError(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  const { code = '', message = response.statusText, fields } = answer?.error ?? {};
  const knownCode = code in errors ? (code as ErrorCode) : 'UNEXPECTED';
  return new ApiError(knownCode, response.status, message, fields);
}
