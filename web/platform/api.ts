import { API_TIMEOUT_MS, DOWNLOAD_STALL_MS } from '@promenade/contract/limits';
import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';
import {
  ApiError,
  authorize,
  buildHeaders,
  buildUrl,
  fetchWithTimeout,
  parseError,
  reportStatus,
  sendRequest,
  withApiError,
} from './request.ts';
import { useSession } from './session.ts';
import { getPendingRenewal, recoverSession } from './sessionRefresh.ts';
import { parseAccessToken } from './tokens.ts';

/** `token` replaces the access token of the current session: sign-out is sent after the session was cleared. */
export interface CallOptions {
  signal?: AbortSignal;
  token?: string;
  /** The request outlives the page. */
  keepalive?: boolean;
}

/**
 * Calls a route of the contract. If the server refuses the access token, the session is renewed and the call is sent once
 * more (requirements decision 29).
 * @throws ApiError; AbortError when `signal` aborted the call
 */
export async function call<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  { signal, token, keepalive }: CallOptions = {},
): Promise<RouteAnswer<R>> {
  const send = (accessToken: string | null) => sendRequest(route, request, accessToken, { signal, keepalive });
  if (token !== undefined || route.access === 'public') return send(token ?? useSession.getState().accessToken);
  return withSession(send);
}

/** Runs a request of the session; a refused one is repeated after the session was renewed. @throws ApiError; AbortError */
async function withSession<Value>(send: (accessToken: string | null) => Promise<Value>): Promise<Value> {
  const pending = getPendingRenewal();
  if (pending) await pending;
  const { accessToken } = useSession.getState();
  try {
    return await send(accessToken);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'UNAUTHENTICATED' || accessToken === null) throw failure;
    const renewal = await recoverSession(accessToken);
    if (renewal instanceof ApiError) throw renewal;
    const renewed = useSession.getState().accessToken;
    // A request of one account is never repeated by another.
    const isSameAccount = parseAccessToken(renewed)?.playerid === parseAccessToken(accessToken)?.playerid;
    if (renewal === 'refused' || !isSameAccount) throw failure;
    return send(renewed);
  }
}

/**
 * Fetches image data.
 * @throws ApiError; AbortError when `signal` aborted the call
 */
export async function fetchBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return withSession(async (accessToken) => {
    const response = await fetchWithTimeout(path, { headers: authorize(accessToken) }, signal);
    if (!response.ok) throw await parseError(response);
    return withApiError(response.arrayBuffer(), signal);
  });
}

/**
 * Fetches a file to save. Only the headers have a timeout (25 seconds).
 * @throws ApiError
 */
export async function fetchFile(path: string): Promise<{ bytes: Blob; name: string | undefined }> {
  return withSession(async (accessToken) => {
    const timeout = new AbortController();
    const fetched = fetch(path, { headers: authorize(accessToken), signal: timeout.signal });
    const response = await withApiError(abortAfter(API_TIMEOUT_MS, timeout, fetched));
    if (!response.ok) throw await parseError(response);
    return { bytes: await withApiError(response.blob()), name: parseFileName(response) };
  });
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

/** Opens the event stream: its text in pieces, until `signal` aborts it. @throws ApiError; AbortError */
export function openEventStream(route: Route, signal: AbortSignal): Promise<AsyncIterable<string>> {
  return withSession(async (accessToken) => {
    const headers = { ...buildHeaders({}, accessToken), accept: 'text/event-stream' };
    const response = await fetch(buildUrl(route, {}), { headers, signal });
    if (!response.ok || !response.body) throw await parseError(response);
    return readText(response.body);
  });
}

async function* readText(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    yield decoder.decode(chunk.value, { stream: true });
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
