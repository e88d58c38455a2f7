import { API_TIMEOUT_MS, DOWNLOAD_STALL_MS } from '@promenade/contract/limits';
import { withSession } from './api.ts';
import { ApiError, authorize, fetchWithTimeout, parseError, reportStatus, withApiError } from './request.ts';

/** Fetches image data. @throws ApiError; AbortError when `signal` aborted the call */
export async function fetchBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  return withSession(async (accessToken) => {
    const response = await fetchWithTimeout(path, { headers: authorize(accessToken) }, signal);
    if (!response.ok) throw await parseError(response);
    return withApiError(response.arrayBuffer(), signal);
  });
}

/** Fetches a file to save. Only the headers have a timeout (25 seconds). @throws ApiError */
export async function fetchFile(path: string): Promise<{ bytes: Blob; name: string | undefined }> {
  return withSession(async (accessToken) => {
    const timeout = new AbortController();
    const fetched = fetch(path, { headers: authorize(accessToken), signal: timeout.signal });
    const response = await withApiError(abortAfter(API_TIMEOUT_MS, timeout, fetched));
    if (!response.ok) throw await parseError(response);
    return { bytes: await withApiError(response.blob()), name: parseFileName(response) };
  });
}

/** Sends bytes as they are, and returns the JSON of the answer. @throws ApiError; AbortError when `signal` aborted the call */
export async function sendBytes(
  path: string,
  body: Blob,
  signal?: AbortSignal,
  { type = 'application/octet-stream', timeoutMs = API_TIMEOUT_MS } = {},
): Promise<unknown> {
  return withSession(async (accessToken) => {
    const headers = { ...authorize(accessToken), 'content-type': type };
    const timeout = AbortSignal.timeout(timeoutMs);
    const limits = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const response = await withApiError(fetch(path, { method: 'POST', headers, body, signal: limits }), signal);
    if (!response.ok) throw await parseError(response);
    return withApiError(response.json() as Promise<unknown>, signal);
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
