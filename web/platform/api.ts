import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import { API_TIMEOUT_MS, DOWNLOAD_STALL_MS } from '@promenade/contract/limits';
import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';
import { reportAnswer, reportSilence } from './outage.ts';
import { announceExpiry, useSession } from './session.ts';

/** Why a call said no: a code of the contract, or `NO_ANSWER` (offline, time-out) with status 0. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NO_ANSWER';
  readonly status: number;
  /** Name of a field to what is wrong with it. */
  readonly fields: Record<string, string>;

  constructor(code: ApiError['code'], status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

/** `token` speaks for another session than the live one: a logout is sent after the tokens are gone. */
export interface How {
  signal?: AbortSignal;
  token?: string;
}

type Parts = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Makes one call of the contract: the only fetch of the player's data.
 * @throws ApiError; AbortError when `signal` ended the call
 */
export async function call<R extends Route>(
  route: R,
  ask: RouteRequest<R>,
  { signal, token }: How = {},
): Promise<RouteAnswer<R>> {
  const sentToken = token ?? useSession.getState().accessToken;
  const init: RequestInit = {
    method: route.method,
    headers: headers(route, ask, sentToken),
    body: 'body' in ask && ask.body !== undefined ? JSON.stringify(ask.body) : undefined,
  };
  const response = await inTime(address(route, ask), init, signal);
  reportAnswer(response.status);
  if (response.ok) return (route.answer ? await whole(response.json(), signal) : undefined) as RouteAnswer<R>;
  const refused = await refusal(response);
  if (refused.code === 'UNAUTHENTICATED' && route.access !== 'public' && token === undefined) announceExpiry();
  throw refused;
}

/**
 * The bytes behind an address that the server gave: pictures of data, which the session's cookie opens (decision 20).
 * @throws ApiError; AbortError when `signal` ended it
 */
export async function fetchBytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const answer = await inTime(path, {}, signal);
  if (!answer.ok) throw await refusal(answer);
  return whole(answer.arrayBuffer(), signal);
}

/**
 * A file to be saved, and the name that the server gives it; the session's cookie opens it. Its answer begins within
 * 25 seconds, its bytes take as long as the line needs.
 * @throws ApiError
 */
export async function fetchFile(path: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const late = new AbortController();
  const answer = await whole(inTimeOr(late, fetch(path, { signal: late.signal }), API_TIMEOUT_MS), undefined);
  if (!answer.ok) throw await refusal(answer);
  return { bytes: await whole(answer.blob(), undefined), name: nameOf(answer) };
}

/** What is here of a file already, and the ETag it came with; without one it cannot be gone on with. */
export interface Begun {
  bytes: number;
  etag: string | null;
}

/** A file on its way. `from` is the place of its first byte in the whole file, which has `total` bytes if that was told. */
export interface Coming {
  from: number;
  total: number | undefined;
  etag: string | null;
  name: string | undefined;
  /** @throws ApiError NO_ANSWER when they break off, or none came for 30 seconds */
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * A file in parts as they come, from where it was left if it is still the same. Its answer begins within 25 seconds.
 * @throws ApiError; AbortError when `signal` ended it, here and in the middle of its parts
 */
export async function streamFile(path: string, begun: Begun, signal: AbortSignal): Promise<Coming> {
  const late = new AbortController();
  const { bytes, etag } = begun;
  const headers: HeadersInit = bytes > 0 && etag !== null ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
  const asked = fetch(path, { headers, signal: AbortSignal.any([signal, late.signal]) });
  const answer = await whole(inTimeOr(late, asked, API_TIMEOUT_MS), signal);
  reportAnswer(answer.status);
  if (!answer.ok) throw await refusal(answer);
  const span = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get('content-range') ?? '');
  const length = span?.[2] ?? answer.headers.get('content-length');
  const from = Number(span?.[1] ?? 0);
  const total = length === null ? undefined : Number(length);
  const parts = partsOf(answer, from, total, late, signal);
  return { from, total, etag: answer.headers.get('etag'), name: nameOf(answer), parts };
}

async function* partsOf(
  { body }: Response,
  from: number,
  total: number | undefined,
  late: AbortController,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    for (let at = from; ; ) {
      const part = reader && (await inTimeOr(late, reader.read(), DOWNLOAD_STALL_MS));
      if (part?.value) {
        at += part.value.length;
        yield part.value;
      } else if (total === undefined || at === total) return;
      else throw new Error(`${at} of ${total} bytes came`);
    }
  } catch (failure) {
    if (signal.aborted) throw failure;
    throw new ApiError('NO_ANSWER', 0, 'The file broke off');
  } finally {
    late.abort();
  }
}

/** Ends what `late` steers when it takes longer than that. */
function inTimeOr<Part>(late: AbortController, coming: Promise<Part>, ms: number): Promise<Part> {
  const timer = setTimeout(() => late.abort(), ms);
  return coming.finally(() => clearTimeout(timer));
}

/** The name that the server gave a file. */
function nameOf(answer: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}

/** The address of a call below `/api`, for what an element asks by itself (pictures, sound). */
export function address(route: Route, ask: Parts): string {
  const params = (ask.params ?? {}) as Record<string, string>;
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `/api${path}?${query}` : `/api${path}`;
}

/** Waits 25 seconds at most, for the answer and all of its body (C-API-01). */
function inTime(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS);
  return whole(fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }), signal);
}

/** An answer that did not come, came too late or broke off is none, unless `signal` called it off. */
async function whole<Part>(coming: Promise<Part>, signal: AbortSignal | undefined): Promise<Part> {
  try {
    return await coming;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    reportSilence();
    throw new ApiError('NO_ANSWER', 0, 'No answer');
  }
}

function headers(route: Route, ask: Parts, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null || route.access === 'public' ? {} : { authorization: `Bearer ${token}` }),
  };
}

async function refusal(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  const { code = '', message = response.statusText, fields } = answer?.error ?? {};
  const known = code in errors ? (code as ErrorCode) : 'UNEXPECTED';
  return new ApiError(known, response.status, message, fields);
}
