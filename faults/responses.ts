import { Agent, request } from 'node:http';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ErrorAnswer, errors } from '@promenade/contract/errors';
import type { Route } from '@promenade/contract/route';
import type { Call } from './calls.ts';

/** What came back over the wire. */
export interface Answered {
  status: number;
  type: string;
  body: Buffer;
}

/** Longer than any answer may take on a slow machine: a call that hangs. */
const HANGS_MS = 30_000;
const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, zstd: zstdDecompressSync };
const agent = new Agent({ keepAlive: true });

/** Sends a path as it stands, which `fetch` would tidy up. Rejects when nothing came back in time. */
export function send(
  url: string,
  { method, path, headers, body }: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
): Promise<Answered> {
  return new Promise((settle, fail) => {
    const { hostname, port } = new URL(url);
    const signal = AbortSignal.timeout(HANGS_MS);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request({ agent, hostname, port, method, path, headers: { ...headers, ...length }, signal }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', fail);
      answer.on('end', () => {
        const type = answer.headers['content-type'] ?? '';
        const unpack = UNPACK[answer.headers['content-encoding'] ?? ''] ?? ((bytes: Buffer) => bytes);
        settle({ status: answer.statusCode ?? 0, type, body: unpack(Buffer.concat(parts)) });
      });
    })
      .on('error', fail)
      .end(body);
  });
}

/** What is wrong with an answer, in one sentence; undefined when it is one that the contract knows. */
export function wrongWith(
  { method, answering }: Pick<Call, 'method' | 'answering'>,
  answer: Answered,
): string | undefined {
  if (answer.status >= 500) return 'It is a failure of the service.';
  if (method === 'HEAD') return answer.body.length > 0 ? 'A HEAD has a body.' : undefined;
  if (answer.status >= 400) return wrongRefusal(answer);
  if (answering.length === 0 || answering.some((route) => isAnswer(route, answer))) return undefined;
  return 'The contract declares no such answer.';
}

function wrongRefusal({ status, type, body }: Answered): string | undefined {
  if (!type.startsWith('application/json')) return 'A refusal is JSON.';
  const { success, data } = ErrorAnswer.safeParse(JSON.parse(body.toString()));
  if (!success) return 'A refusal has code and message.';
  const known = (errors as Partial<Record<string, readonly [number, string]>>)[data.error.code];
  if (known?.[0] !== status) return 'This status and this code do not belong together.';
  return known[1] === data.error.message ? undefined : 'The sentence of a code is always the same.';
}

function isAnswer({ answer, file, status }: Route, given: Answered): boolean {
  if (file !== undefined) return [200, 206, 304].includes(given.status);
  if (given.status !== (status ?? (answer ? 200 : 204))) return false;
  return answer ? answer.safeParse(JSON.parse(given.body.toString())).success : given.body.length === 0;
}
