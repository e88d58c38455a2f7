import { createHash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Log } from '../process/log.ts';
import type { S3Location } from './s3Location.ts';
import { StorageUnavailable } from './storage.ts';

// Sends requests to an S3 bucket. A request and its answer are in memory, so that each can be repeated: up to five times
// within ten seconds after a lost connection, a time-out or an answer 429 or 5xx.

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Only temporary keys have one. */
  sessionToken?: string | undefined;
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Name of the object; without it the request is about the bucket. */
  object?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer[];
}

interface S3Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface S3Options {
  log: Log;
  /** How long an attempt to read may take. Default: 5 s. */
  readMs?: number;
}

export interface S3Client {
  /** @throws StorageUnavailable when none of the attempts is answered with one of the accepted statuses */
  send(request: S3Request, accepted: number[]): Promise<S3Answer>;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const PATIENCE_MS = 10_000;
/** For one attempt. A read has a few megabytes; a write may have a part of 16 MB, or join all parts. */
const READ_MS = 5_000;
const WRITE_MS = 60_000;
const CONNECTIONS_MAX = 64;

export function createS3Client(
  location: S3Location,
  credentials: S3Credentials,
  { log, readMs = READ_MS }: S3Options,
): S3Client {
  const { request, Agent } = location.url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  /** Cache of the request signer: the signing key of each day, derived from the secret key. */
  const signingKeys = new Map<string, ArrayBuffer>();
  let isDown = false;

  async function sign({ method, object = '', query = {}, headers = {}, body = [] }: S3Request) {
    const name = object.split('/').map(encodeURIComponent).join('/');
    const url = new URL(name === '' ? location.url.replace(/\/$/, '') : location.url + name);
    // A signature needs %20 for a space.
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const hash = createHash('sha256');
    for (const chunk of body) hash.update(chunk);
    const signer = new AwsV4Signer({
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: credentials.secretAccessKey,
      ...(credentials.sessionToken && { sessionToken: credentials.sessionToken }),
      service: 's3',
      region: location.region,
      cache: signingKeys,
      method,
      url: url.href,
      headers: {
        ...headers,
        'content-length': String(body.reduce((sum, chunk) => sum + chunk.length, 0)),
        'x-amz-content-sha256': hash.digest('hex'),
      },
    });
    return signer.sign();
  }

  async function sendOnce(sent: S3Request): Promise<S3Answer> {
    const { method, url, headers } = await sign(sent);
    const signal = AbortSignal.timeout(method === 'GET' || method === 'HEAD' ? readMs : WRITE_MS);
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const outgoing = request(url, { method, headers: Object.fromEntries(headers), agent, signal });
      outgoing.on('response', resolve).on('error', reject);
      for (const chunk of sent.body ?? []) outgoing.write(chunk);
      outgoing.end();
    });
    const body = Buffer.concat((await response.toArray()) as Buffer[]);
    const { statusCode = 0 } = response;
    // The answer to joined parts may begin before it fails.
    const hasFailed = method === 'POST' && statusCode === 200 && getText(body, 'Code') !== undefined;
    return { status: hasFailed ? 500 : statusCode, headers: response.headers, body };
  }

  function setDown(problem: StorageUnavailable | undefined): void {
    if (isDown === (problem !== undefined)) return;
    isDown = !isDown;
    if (problem) log.error({ reason: problem.message }, 'Storage is not available');
    else log.info('Storage is available again');
  }

  return {
    async send(sent, accepted) {
      const givenUpMs = performance.now() + PATIENCE_MS;
      for (let attempt = 1; ; attempt += 1) {
        const result = await sendOnce(sent).catch((reason: Error) => reason);
        if (!(result instanceof Error) && accepted.includes(result.status)) {
          setDown(undefined);
          return result;
        }
        const isPermanent = !(result instanceof Error) && result.status < 500 && result.status !== 429;
        if (isPermanent || attempt === ATTEMPTS || performance.now() > givenUpMs) {
          const problem = describeProblem(location.url, result);
          setDown(problem);
          throw problem;
        }
        await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    },
  };
}

function describeProblem(url: string, result: S3Answer | Error): StorageUnavailable {
  if (result instanceof Error) {
    const { code = result.message } = result as NodeJS.ErrnoException;
    if (code === 'ABORT_ERR') return new StorageUnavailable(`The storage ${url} does not answer in time.`, result);
    return new StorageUnavailable(`The storage ${url} does not answer: ${code}.`, result);
  }
  const answer = [result.status, getText(result.body, 'Code')].filter(Boolean).join(' ');
  return new StorageUnavailable(`The storage ${url} answers ${answer}: check STORAGE_URL and its keys.`);
}

/** The texts of all elements of this name in the XML of an answer. */
export function listTexts(xml: Buffer | string, element: string): string[] {
  const pattern = new RegExp(`<${element}>([^]*?)</${element}>`, 'g');
  return [...xml.toString().matchAll(pattern)].map(([, text = '']) => text);
}

export const getText = (xml: Buffer | string, element: string): string | undefined => listTexts(xml, element)[0];
