import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ErrorAnswer, errors } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import type { Call } from './calls.ts';

export interface HttpResponse {
  status: number;
  type: string;
  body: Buffer;
}

/** Longer than any response takes on a slow machine. */
const TIMEOUT_MS = 30_000;
const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, zstd: zstdDecompressSync };
const agent = new Agent({ keepAlive: true });

/** Sends a path unchanged (`fetch` would normalise it). Rejects on timeout. */
export function send(
  url: string,
  { method, path, headers, body }: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
): Promise<HttpResponse> {
  return new Promise((settle, fail) => {
    const { hostname, port } = new URL(url);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request({ agent, hostname, port, method, path, headers: { ...headers, ...length }, signal }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      if (type === 'text/event-stream') {
        // It ends with the session only.
        answer.destroy();
        return settle({ status: answer.statusCode ?? 0, type, body: Buffer.alloc(0) });
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', fail);
      answer.on('end', () => {
        const unpack = UNPACK[answer.headers['content-encoding'] ?? ''] ?? ((bytes: Buffer) => bytes);
        settle({ status: answer.statusCode ?? 0, type, body: unpack(Buffer.concat(parts)) });
      });
    })
      .on('error', fail)
      .end(body);
  });
}

/** Describes in one sentence how a response violates the contract; undefined when it does not. */
export function findProblem(
  { method, routes }: Pick<Call, 'method' | 'routes'>,
  answer: HttpResponse,
): string | undefined {
  if (answer.status >= 500) return 'The status is 5xx.';
  if (method === 'HEAD') return answer.body.length > 0 ? 'A HEAD response has a body.' : undefined;
  if (answer.status >= 400) return findErrorProblem(routes, answer);
  if (routes.length === 0 || routes.some((route) => matchesRoute(route, answer))) return undefined;
  return 'The contract declares no such response.';
}

function findErrorProblem(routes: readonly Route[], { status, type, body }: HttpResponse): string | undefined {
  if (!type.startsWith('application/json')) return 'The error is not JSON.';
  const data = parseExactly(ErrorAnswer, body) as ErrorAnswer | undefined;
  if (!data) return 'The error has no code or message, or an undeclared field.';
  const known = (errors as Partial<Record<string, readonly [number, string]>>)[data.error.code];
  if (known?.[0] !== status) return 'Status and error code do not match.';
  // Operators are told who or what it was.
  if (routes.some(({ role }) => role === 'operator') && data.error.message.endsWith('.')) return undefined;
  return known[1] === data.error.message ? undefined : 'The message is not that of the error code.';
}

function matchesRoute({ answer, file, status }: Route, given: HttpResponse): boolean {
  if (file !== undefined) return [200, 206, 304].includes(given.status);
  if (given.status !== (status ?? (answer ? 200 : 204))) return false;
  return answer ? parseExactly(answer, given.body) !== undefined : given.body.length === 0;
}

/** The schemas ignore undeclared fields, and such a field may be what nobody should see. */
function parseExactly(schema: NonNullable<Route['answer']>, body: Buffer): unknown {
  const given: unknown = JSON.parse(body.toString());
  const { data } = schema.safeParse(given);
  return isDeepStrictEqual(data, given) ? data : undefined;
}
