import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver from '@20minutes/s3rver';
import { readConfig } from '../platform/process/config.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A running S3 server. */
export interface S3Server {
  /** For the titles of tests. */
  engine: string;
  /** The settings of a new, empty storage. */
  createEnv(): Record<string, string>;
  /** Methods and addresses of all requests. */
  requests: string[];
  /** Lets `handle` answer the next requests; the engine answers when it gives false. */
  intercept(handle: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  /** Refuses connections and cuts those that are open. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its files. */
  close(): Promise<void>;
}

const BUCKET = 'promenade';

/** Starts s3rver; with TEST_S3_URL, a STORAGE_URL with `pathStyle=1`, passes requests on to that server. */
export async function openS3Server(): Promise<S3Server> {
  const { handle, engine, bucket, region, keys, remove } = process.env['TEST_S3_URL']
    ? connectEngine()
    : await startS3rver();
  const requests: string[] = [];
  let intercept: Parameters<S3Server['intercept']>[0] = () => false;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (!intercept(request, response)) handle(request, response);
  });
  let port = 0;
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  await start();
  return {
    engine,
    createEnv: () => ({
      STORAGE_URL: `s3://${bucket}/${randomUUID()}?endpoint=http://127.0.0.1:${port}&region=${region}&pathStyle=1`,
      ...keys,
    }),
    requests,
    intercept: (handle) => {
      intercept = handle;
    },
    start,
    stop,
    async close() {
      await stop();
      await remove();
    },
  };
}

/** The signature covers the Host header, which stays. */
function connectEngine() {
  const { s3, s3Credentials } = readConfig({ ...process.env, STORAGE_URL: process.env['TEST_S3_URL'] });
  const { origin } = new URL(s3?.url ?? '');
  const handle: Handler = (incoming, response) => {
    const { method, headers } = incoming;
    const outgoing = request(`${origin}${incoming.url}`, { method, headers });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, response).catch(() => {});
    });
    // Swift sends the end of a body after the answer to a HEAD request, which is complete then.
    outgoing.on('error', () => void (response.headersSent || response.destroy()));
    incoming.pipe(outgoing);
  };
  const { accessKeyId = '', secretAccessKey = '' } = s3Credentials ?? {};
  return {
    handle,
    engine: `the server of TEST_S3_URL at ${origin}`,
    bucket: s3?.bucket ?? '',
    region: s3?.region ?? '',
    keys: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    remove: async () => {},
  };
}

async function startS3rver() {
  const directory = join(tmpdir(), `promenade-s3-${randomUUID()}`);
  const engine = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await engine.configureBuckets();
  const answer = engine.callback();
  const uploads = join(directory, BUCKET, '._S3rver_uploads');
  const handle: Handler = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3.test');
    const uploadId = searchParams.get('uploadId');
    if (request.method === 'DELETE' && uploadId !== null)
      void abortUpload(join(uploads, uploadId)).then((status) => response.writeHead(status).end());
    else if (request.method === 'GET' && searchParams.has('uploads'))
      void listUploads(uploads).then((xml) => response.end(xml));
    else answer(request, response);
  };
  return {
    handle,
    engine: 's3rver',
    bucket: BUCKET,
    region: 'us-east-1',
    keys: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    remove: async () => {
      engine.logger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// s3rver keeps uploads in folders, but neither aborts nor lists them.

async function abortUpload(folder: string): Promise<number> {
  await rm(folder, { recursive: true });
  return 204;
}

async function listUploads(uploads: string): Promise<string> {
  const found = await Promise.all(
    (await readdir(uploads).catch(() => [])).map(async (uploadId) => {
      const initiated = (await stat(join(uploads, uploadId))).birthtime.toISOString();
      const key = encodeURIComponent(await readFile(join(uploads, uploadId, 'key'), 'utf8'));
      return `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
    }),
  );
  return `<ListMultipartUploadsResult><EncodingType>url</EncodingType>${found.join('')}</ListMultipartUploadsResult>`;
}
