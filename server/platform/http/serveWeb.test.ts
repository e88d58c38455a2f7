import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';
import { keepWebAssets } from './webAssets.ts';

const web = join(import.meta.dirname, '../../../web');
const server = await startTestServer();
const webRoot = await mkdtemp(join(tmpdir(), 'promenade-web-'));
await cp(join(web, 'public'), webRoot, { recursive: true });
await cp(join(web, 'index.html'), join(webRoot, 'index.html'));
const app = await buildTestApp(server, { webRoot });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJraW5kIjoicmVzZXQifQ.c2lnbmF0dXJl';

test.each([
  '/',
  '/releases?search=a.js',
  '/search/releases/label?q=a',
  '/operator/people',
  '//desk/an-id/',
  `/resetpwd/${TOKEN}`,
  `/authverify/e30.e30.e30`,
  ...['..%2F', '..%2F..%2Fetc%2Fpasswd', '%00', '%ff', '%', 'x'.repeat(5_000)].map(
    (id) => `/releases/releaseInfo/${id}`,
  ),
])('%s is answered with the app, which finds its screen', async (path) => {
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('<div id="root">');
});

test.each([
  '/favicon.ico',
  '/wp-login.php',
  '/main.a1b2c3',
  '/assets/first-old.js',
  '/assets/',
  '/icons/icon-64.png',
  '/players/musicsite/xx.json',
  '/releases/logo.PNG?v=2',
  '/.env',
  '/.git/config',
  '/.well-known/security',
  '/no/such/page',
  '/rest/ping.view?f=json',
  '/releases/releaseInfo',
  '/constructor',
])('the unknown path %s is answered with 404, not with the app', async (path) => {
  const response = await fetch(url + path);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('a person who mistyped an address sees the screen of the app, with the status 404', async () => {
  const response = await fetch(`${url}/relaeses`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<div id="root">');
});

test('the app can be installed: manifest, icons and theme colours, without a service worker', async () => {
  const page = await (await fetch(url)).text();
  const link = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? '';
  for (const scheme of ['dark', 'light'])
    expect(page).toMatch(new RegExp(`<meta name="theme-color" media="\\(prefers-color-scheme: ${scheme}\\)"`));
  const response = await fetch(url + link('manifest'));
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await response.json()) as { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({ name: 'Promenade', start_url: '/releases', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  const icons = [...manifest.icons, { src: link('apple-touch-icon'), sizes: '180x180' }];
  for (const { src, sizes } of icons) {
    const icon = await fetch(url + src);
    expect(icon.headers.get('content-type'), src).toBe('image/png');
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('a file of the app has conditions, and no ranges', async () => {
  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${url}/icons/icon-192.png`, { method, headers });
  const etag = (await get({})).headers.get('etag') ?? '';
  for (const tags of [etag, `"x", ${etag.replace('W/', '')}`, '*'])
    expect((await get({ 'if-none-match': tags })).status).toBe(304);
  const refused = await get({ 'if-match': '"x"', range: 'bytes=0-0' });
  expect([refused.status, await refused.json()]).toMatchObject([412, { error: { code: 'PRECONDITION_FAILED' } }]);
  for (const method of ['GET', 'HEAD'])
    for (const range of ['bytes=0-0', 'bytes=99999999-', 'bytes=,'])
      expect((await get({ range }, method)).status).toBe(200);
});

test('scripts of the version before stay for a week after an upgrade', async () => {
  const assets = join(webRoot, 'assets');
  const build = async (name: string) => {
    await rm(assets, { recursive: true, force: true });
    await mkdir(assets);
    await writeFile(join(assets, name), `export const version = '${name}';`);
  };
  const inDays = (days: number) => () => new Date(server.now().getTime() + days * 24 * 3600_000);
  const startVersion = async (name: string, days: number) => {
    await build(name);
    await keepWebAssets({ ...server, now: inDays(days) }, webRoot);
  };
  const get = (name: string) => fetch(`${url}/assets/${name}`);

  await startVersion('first-one.js', 0);
  await startVersion('first-two.js', 100);
  const kept = await get('first-one.js');
  expect(kept.status).toBe(200);
  expect(kept.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await kept.text()).toContain('first-one.js');
  await startVersion('first-two.js', 106);
  expect((await get('first-one.js')).status).toBe(200);
  await startVersion('first-two.js', 108);
  expect((await get('first-one.js')).status).toBe(404);
  expect((await get('..%2f.installation')).status).toBe(404);
});
