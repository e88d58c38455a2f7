import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import { API_TIMEOUT_MS } from '@promenade/contract/limits';
import type { Answer, Ask, Route } from '@promenade/contract/route';
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
export async function call<R extends Route>(route: R, ask: Ask<R>, { signal, token }: How = {}): Promise<Answer<R>> {
  const sentToken = token ?? useSession.getState().accessToken;
  const init: RequestInit = {
    method: route.method,
    headers: headers(route, ask, sentToken),
    body: 'body' in ask && ask.body !== undefined ? JSON.stringify(ask.body) : undefined,
  };
  const response = await inTime(address(route, ask), init, signal);
  reportAnswer(response.status);
  if (response.ok) return (route.answer ? await whole(response.json(), signal) : undefined) as Answer<R>;
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
  const timer = setTimeout(() => late.abort(), API_TIMEOUT_MS);
  const answer = await whole(fetch(path, { signal: late.signal }), undefined).finally(() => clearTimeout(timer));
  if (!answer.ok) throw await refusal(answer);
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { bytes: await whole(answer.blob(), undefined), name: encoded && decodeURIComponent(encoded) };
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
