import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createApiToken } from '@promenade/contract/tokens';
import { expect, test } from 'vitest';
import { whenOver } from '../testing/cleanUp.ts';
import { fixture, openSharedDecodePool } from '../testing/deliveries.ts';
import { createLabel } from '../testing/labelDeliverer.ts';
import { startS3Server } from '../testing/s3Server.ts';
import { startTestServer } from '../testing/testServer.ts';

const sidecar = JSON.stringify({ title: 'Night Ferry', artist: 'Kite' });
const decodePool = openSharedDecodePool();
const onS3 = await startTestServer({ runsJobs: true, env: (await startS3Server()).createEnv() });

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The shell commands that the API page shows, for a delivery of a folder. @param url of the service, or of a proxy before it */
async function readExample(token: string, url: string): Promise<string> {
  const page = await (await fetch(`${onS3.url}/api/docs`)).text();
  return [...page.matchAll(/<pre><code>([^]*?)<\/code>/g)]
    .map(([, text = '']) => text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity))
    .join('\n')
    .replace(onS3.address.url, url)
    .replace('promenade_…', token)
    .replace('~/Music/night-ferry', '"$FOLDER"');
}

/** A folder whose largest file is sent in two parts, and a token of an editor. */
async function prepareExample(name: string) {
  const { editor } = await createLabel({ ...onS3, decodePool }, name);
  const { token } = (await editor.call(createApiToken, { body: { name: 'curl' } })).body;
  const folder = await mkdtemp(join(tmpdir(), "night ferry's "));
  whenOver(() => rm(folder, { recursive: true }));
  const long = Buffer.concat([await readFile(fixture('wav16.wav')), Buffer.alloc(5 * 1024 ** 2)]);
  await mkdir(join(folder, 'attachments'));
  await writeFile(join(folder, 'attachments', 'Día 1.pdf'), long);
  await writeFile(join(folder, '1.wav'), await readFile(fixture('wav16.wav')));
  await writeFile(join(folder, 'front.jpg'), await readFile(fixture('cover.jpg')));
  await writeFile(join(folder, 'release.json'), sidecar);
  return { editor, token, long, env: { ...process.env, FOLDER: folder } };
}

test.skipIf(!hasCurl)('the lines of /api/docs deliver a folder by curl alone, and read its report', async () => {
  const { token, long, env } = await prepareExample('By curl');
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', await readExample(token, onS3.url)], { env });
  expect(stderr).toBe('');
  const [sent, ...answers] = stdout.trim().split('\n');
  expect(sent).toBe('All files are there.');
  const [queued, delivery, report] = answers.map((line) => JSON.parse(line));
  expect(queued).toMatchObject({ state: 'importing' });
  expect(delivery).toMatchObject({
    state: 'imported',
    problems: [],
    files: [
      { path: '1.wav' },
      { path: 'attachments/Día 1.pdf', bytes: long.length },
      { path: 'front.jpg' },
      { path: 'release.json' },
    ],
  });
  expect(report).toMatchObject({ release: { title: 'Night Ferry', state: 'draft' }, tracks: [{}], opened: 0 });
  const { file } = await onS3.db
    .selectFrom('attachments')
    .innerJoin('releases', 'releases.id', 'release_id')
    .where('releaseid', '=', delivery.releaseid)
    .select('file')
    .executeTakeFirstOrThrow();
  expect(Buffer.concat(await (await onS3.storage.read(file)).toArray()).equals(long)).toBe(true);
});

/** Forwards calls, and cuts some when they were answered. Gives its address. */
async function startCutting(isCut: (method: string | undefined) => boolean): Promise<string> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(onS3.url + request.url, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        HOP_BY_HOP.includes(name) ? [] : values.map((value): [string, string] => [name, value]),
      ),
      ...(!['GET', 'HEAD'].includes(request.method ?? '') && { body: await buffer(request) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isCut(request.method)) return request.socket.destroy();
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = Object.fromEntries(answer.headers);
    return response.writeHead(answer.status, headers).end(body);
  };
  const proxy = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  whenOver(() => new Promise((resolve) => void proxy.close(resolve)));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
const HOP_BY_HOP = ['host', 'connection', 'content-length', 'expect', 'accept-encoding'];

test.skipIf(!hasCurl)(
  'the lines of /api/docs go on after a lost answer, and stop at a part that keeps failing',
  async () => {
    let lost = 0;
    const once = await startCutting((method) => method === 'PATCH' && (lost += 1) === 1);
    const first = await prepareExample('Curl again');
    const withoutWaiting = (lines: string) => `sleep () { :; }\n${lines}`;
    const run = async ({ token, env }: typeof first, url: string) =>
      promisify(execFile)('sh', ['-c', withoutWaiting(await readExample(token, url))], { env }).catch(
        (failure: { stdout: string; stderr: string }) => failure,
      );
    const { stdout } = await run(first, once);
    expect(stdout).toContain('All files are there.');
    expect(stdout).toContain('"state":"imported"');

    const never = await startCutting((method) => method === 'PATCH' || method === 'HEAD');
    const stopped = await run(await prepareExample('Curl stops'), never);
    expect(stopped.stdout).toMatch(/^\S.* stopped at 0: /m);
    expect(stopped.stdout).not.toContain('All files are there.');
  },
);
