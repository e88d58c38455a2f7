import type { ErrorAnswer, ErrorCode } from '@promenade/contract/errors';
import { API_TIMEOUT_MS } from '@promenade/contract/limits';
import type { Route, RouteAnswer } from '@promenade/contract/route';
import { takeFirstResponse } from './firstCall.ts';
import { notify, OUTAGE_SUBJECT } from './notices.ts';

const OUTAGE_STATUSES = [502, 503, 504];

/** A failed call. `code` is an error code of the contract, or `NO_ANSWER` with status 0 (offline, timeout). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NO_ANSWER';
  readonly status: number;
  /** Error messages by field name. */
  readonly fields: Record<string, string>;
  /** Seconds after which the server would accept another attempt (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ApiError['code'],
    status: number,
    message: string,
    fields: Record<string, string> = {},
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type RequestParts = { params?: unknown; query?: unknown; body?: unknown };
type RequestOptions = {
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
  headers?: Record<string, string> | undefined;
};

/** Sends one request of the contract. @throws ApiError; AbortError when `signal` aborted it */
export async function sendRequest<R extends Route>(
  route: R,
  request: RequestParts,
  accessToken: string | null,
  { signal, keepalive = false, headers }: RequestOptions = {},
): Promise<RouteAnswer<R>> {
  const init: RequestInit = {
    method: route.method,
    headers: { ...buildHeaders(request, accessToken), ...headers },
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    ...(keepalive && { keepalive }),
  };
  const response = await fetchWithTimeout(buildUrl(route, request), init, signal);
  reportStatus(response.status);
  if (!response.ok) throw await parseError(response);
  return (route.answer ? await withApiError(response.json(), signal) : undefined) as RouteAnswer<R>;
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
export function fetchWithTimeout(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS);
  const send = () => fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  return withApiError(takeFirstResponse(path, init.headers) ?? send(), signal);
}

/** Turns a network error or timeout into `ApiError`, unless `signal` was aborted. */
export async function withApiError<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
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

const SERVICE_POLL_MS = 2_000;
const serviceBackListeners = new Set<() => void>();
let serviceBack: Promise<void> | undefined;

/** Calls the listener whenever the service answers again after an outage. */
export const onServiceBack = (listener: () => void): void => void serviceBackListeners.add(listener);

/** Resolves when the service answers. */
export function waitForService(): Promise<void> {
  serviceBack ??= pollService().finally(() => {
    serviceBack = undefined;
  });
  return serviceBack;
}

async function pollService(): Promise<void> {
  // First the wait: a service that refuses some calls because it is busy must not get them again at once.
  do await new Promise((resolve) => setTimeout(resolve, SERVICE_POLL_MS));
  while (
    !(await fetch('/health/live', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ))
  );
}

export function reportStatus(status: number): void {
  if (OUTAGE_STATUSES.includes(status)) reportOutage();
  else isDown = false;
}

/** Notifies once per outage (requirement A-ERR-21). */
function reportOutage(): void {
  if (isDown) return;
  isDown = true;
  // While only some calls fail, each failure starts a new outage: the subject keeps one toast.
  notify({ category: 'serviceUnavailable', subject: OUTAGE_SUBJECT });
  void waitForService().then(() => {
    for (const listener of serviceBackListeners) listener();
  });
}

export function buildHeaders(request: RequestParts, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...authorize(token),
  };
}

/** The auth header; none before the sign-in (requirement A-API-31). */
export const authorize = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

export async function parseError(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  const { code, message = response.statusText, fields } = answer?.error ?? {};
  const knownCode = typeof code === 'string' ? (code as ErrorCode) : getCodeOfStatus(response.status);
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(knownCode, response.status, message, fields, retryAfterSeconds);
}

/** The code of an answer without one, such as that of a proxy. */
function getCodeOfStatus(status: number): ErrorCode {
  if (status === 429) return 'TOO_MANY_REQUESTS';
  return OUTAGE_STATUSES.includes(status) ? 'BUSY' : 'UNEXPECTED';
}
