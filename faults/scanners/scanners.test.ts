import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { routes } from '@promenade/contract';
import type { Route } from '@promenade/contract/route';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../server/testing/temporaryFolder.ts';
import { startTestServer } from '../../server/testing/testServer.ts';
import type { Fields, KnownValues } from '../arbitraries.ts';
import { getFuzzSettings } from '../fuzzSettings.ts';
import { addressOf, type Input, sampleInput } from '../samples.ts';
import { importSamples, insertTestData, signInAgain } from '../testData.ts';

/*
 * Runs sqlmap, wapiti and slowhttptest over every route, one target at a time: `npm run fuzz -- --scanners SECONDS`.
 * Each tool has to find what is planted in a toy first.
 */
const { count: seconds } = getFuzzSettings(120);
const timeout = 8 * 3600_000;
const SLOW_SECONDS = 15;

const folder = await temporaryFolder('promenade-scanners-');
const server = await startTestServer();
/** Statuses of the answers since it was emptied, by address. */
const answers: { url: string; status: number }[] = [];
server.app.server.on('request', ({ url = '' }, response) =>
  response.once('finish', () => answers.push({ url, status: response.statusCode })),
);
const listErrors = () => answers.filter(({ status }) => status >= 500).map(({ url, status }) => `${status} ${url}`);

/** Returns what a tool says until its end or the end of its time. */
const run = (program: string, args: string[], limitSeconds: number): Promise<{ output: string; killed: boolean }> =>
  promisify(execFile)(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    timeout: limitSeconds * 1000,
    maxBuffer: 2 ** 26,
  }).then(
    ({ stdout }) => ({ output: stdout, killed: false }),
    ({ stdout = '', code, killed = false }: { stdout?: string; code?: unknown; killed?: boolean }) => {
      if (code === 'ENOENT') throw new Error(`${program} is not installed; Debian has it.`);
      return { output: stdout, killed };
    },
  );

/** The first of 20 samples that the route does not refuse, or the last. */
async function findAccepted(route: Route, known: KnownValues, token = '', seed = 1): Promise<Input> {
  const input = sampleInput(route, known, seed);
  const { method, path } = addressOf(route, input);
  const headers = { authorization: `Bearer ${token}`, ...(route.body && { 'content-type': 'application/json' }) };
  const body = route.body ? JSON.stringify(input.body) : null;
  const { ok, body: answer } = await fetch(server.url + path, { method, headers, body, redirect: 'manual' });
  await answer?.cancel();
  return ok || seed === 20 ? input : findAccepted(route, known, token, seed + 1);
}

/** Marks every value for sqlmap, which otherwise leaves parts of a path and each name with "token" as they are. */
const star = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${String(value)}*`]));
const starText = (_name: string, value: unknown) => (typeof value === 'string' ? `${value}*` : value);

/** The findings of sqlmap at the stars, and how it ended. */
async function runSqlmap(method: string, url: string, token = '', body = '') {
  const args = ['-u', url, '--method', method, '--batch', '--level=1', '--risk=1', '--technique=BEU', '--skip-waf'];
  args.push('--dbms=postgresql', '--retries=0', '--timeout=10', '--disable-coloring', '--ignore-code=*');
  args.push('--ignore-stdin', '--output-dir', await mkdtemp(join(folder, 'sqlmap-')), '--headers');
  args.push(`Authorization: Bearer ${token}${body ? '\nContent-Type: application/json' : ''}`);
  if (body) args.push('--data', body);
  const { output, killed } = await run('sqlmap', args, seconds);
  const found = output.match(/ parameter '.+' (?:is|appears to be) .* injectable/g) ?? [];
  const reason = /\[CRITICAL\] (.+)/.exec(output)?.[1] ?? 'no conclusion';
  const ended = output.includes('all tested parameters do not appear') || found.length > 0 ? 'scanned' : reason;
  return { found: found.map((line) => `${method} ${url}:${line}`), outcome: killed ? 'timed out' : ended };
}

/** What wapiti finds in addresses that are read. */
async function runWapiti(url: string, targets: string[], token = ''): Promise<string[]> {
  const report = join(await mkdtemp(join(folder, 'wapiti-')), 'report.json');
  const args = ['-u', `${url}/`, '--scope', 'folder', '-d', '0', '--flush-session', '--no-bugreport', '-v', '0'];
  args.push('-m', 'crlf,exec,file,redirect,sql,xss', '-H', `Authorization: Bearer ${token}`, '-f', 'json');
  args.push('--store-session', folder, '--max-attack-time', String(seconds), '-o', report);
  const { killed } = await run('wapiti', [...args, ...targets.flatMap((target) => ['-s', target])], 10 * seconds);
  if (killed) return ['wapiti did not end in time'];
  const { vulnerabilities } = JSON.parse(await readFile(report, 'utf8')) as {
    vulnerabilities: Record<string, { info: string; path: string }[]>;
  };
  return Object.values(vulnerabilities)
    .flat()
    .map(({ info, path }) => `${path}: ${info}`);
}

/** Slow headers, slow bodies and slow readers beside which others are not answered. */
async function runSlowhttptest(url: string): Promise<string[]> {
  const attacks: string[] = [];
  for (const mode of ['-H', '-B', '-X']) {
    const args = [mode, '-u', url, '-c', '400', '-r', '200', '-i', '5', '-l', String(SLOW_SECONDS), '-p', '5'];
    const { output } = await run('slowhttptest', args, SLOW_SECONDS + seconds);
    expect(output, mode).toContain('service available');
    if (/service available:.*NO/.test(output)) attacks.push(`slowhttptest ${mode} ${url}`);
  }
  return attacks;
}

/** Puts statements and pages together from what it is sent, and lets 50 clients wait for ever. */
const toy = createServer({ headersTimeout: 0, requestTimeout: 0 }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://toy');
  const answer = (found: string) =>
    response.setHeader('content-type', 'text/html').end(`<p>${searchParams.get('text') ?? found}</p>`);
  text(request)
    .then((body) => {
      const title = body ? (JSON.parse(body) as { title: string }).title : decodeURIComponent(pathname.slice(1));
      return server.pool.query(`select title from releases where title = '${searchParams.get('title') ?? title}'`);
    })
    .then(
      ({ rows }) => answer(JSON.stringify(rows)),
      (reason) => answer(String(reason)),
    );
});
toy.maxConnections = 50;
await once(toy.listen(0, '127.0.0.1'), 'listening');
afterAll(async () => {
  toy.closeAllConnections();
  toy.close();
  await rm(folder, { recursive: true });
});

const toyUrl = `http://127.0.0.1:${(toy.address() as AddressInfo).port}`;
const { callers, known } = await insertTestData(server, await importSamples(server));
// A limit would answer instead of the routes.
const noLimits = setInterval(() => void server.db.deleteFrom('rate_limits').execute(), 50);
afterAll(() => clearInterval(noLimits));

/** A caller of each route, signed in again because some routes end the session, with an input that is not refused. */
async function prepareCall(route: Route) {
  const caller = callers.get(route.role === 'operator' ? 'operator' : 'listener');
  if (caller) await signInAgain(server, caller);
  return { token: caller?.token, input: await findAccepted(route, known, caller?.token) };
}

test('sqlmap finds what is planted in addresses, paths and bodies, and nothing in any route', { timeout }, async () => {
  for (const url of [`${toyUrl}/?title=a*`, `${toyUrl}/a*`])
    expect((await runSqlmap('GET', url)).found, url).not.toEqual([]);
  expect((await runSqlmap('POST', toyUrl, '', '{"title":"a*"}')).found).not.toEqual([]);
  const without: string[] = [];
  const outcomes: Record<string, string[]> = { 'no parameter': without };
  const found: string[] = [];
  const named = Object.entries<Route>(routes);
  for (const [name, route] of named) {
    if (!route.params && !route.query && !route.body) {
      without.push(name);
      continue;
    }
    const { token, input } = await prepareCall(route);
    const { method, path } = addressOf(route, { ...input, params: star(input.params), query: star(input.query) });
    const body = route.body && JSON.stringify(input.body, starText);
    answers.length = 0;
    const result = await runSqlmap(method, server.url + path.replace(/\?$/, ''), token, body);
    found.push(...result.found, ...listErrors());
    const isRefused = result.outcome === 'scanned' && answers.every(({ status }) => status >= 400);
    const outcome = isRefused ? 'scanned, each call was refused' : result.outcome;
    (outcomes[outcome] ??= []).push(name);
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status));
    const counts = statuses.map(([status, calls]) => `${calls?.length} × ${status}`);
    console.log(`sqlmap ${name}: ${outcome}, ${counts.join(', ')}; ${found.length} findings so far`);
  }
  for (const [outcome, names] of Object.entries(outcomes))
    console.log(`sqlmap, ${outcome}: ${names.length} of ${named.length} routes: ${names.join(' ')}`);
  expect(found).toEqual([]);
  expect(outcomes['scanned']?.length).toBeGreaterThan((named.length - without.length) / 2);
});

test('wapiti finds what is planted in a page, and nothing in any route that is read', { timeout }, async () => {
  expect(await runWapiti(toyUrl, [`${toyUrl}/?text=a`])).not.toEqual([]);
  const addresses: string[] = [];
  for (const route of Object.values<Route>(routes))
    if (route.method === 'GET' && route.role !== 'operator')
      addresses.push(server.url + addressOf(route, (await prepareCall(route)).input).path);
  const listener = callers.get('listener');
  if (listener) await signInAgain(server, listener);
  answers.length = 0;
  const found = [...(await runWapiti(server.url, addresses, listener?.token)), ...listErrors()];
  const paths = new Set(answers.map(({ url }) => url.split('?')[0]));
  const missed = addresses.filter((address) => !paths.has(new URL(address).pathname));
  console.log(`wapiti: ${addresses.length - missed.length} of ${addresses.length} routes, not: ${missed.join(' ')}`);
  expect(found).toEqual([]);
});

test('slowhttptest keeps others from a toy by slow headers, and from no route', { timeout }, async () => {
  expect(await runSlowhttptest(toyUrl)).toContain(`slowhttptest -H ${toyUrl}`);
  for (const path of ['/api/release', '/api/auth/login'])
    expect(await runSlowhttptest(server.url + path), path).toEqual([]);
});
