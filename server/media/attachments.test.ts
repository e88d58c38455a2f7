import { randomBytes } from 'node:crypto';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { expect, test } from 'vitest';
import type { TestRelease } from '../testing/releases.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const DAY = 24 * 3600_000;
const player = await server.signedIn({ packages: ['Radio'] });
const sheet = randomBytes(90_000);
const page = Buffer.from('<script>alert(1)</script>');
const picture = randomBytes(5_000);
const releaseOptions = {
  packages: ['Radio'],
  attachments: [
    { filename: 'Press sheet.pdf', bytes: sheet },
    { filename: 'page.html', bytes: page, media_type: 'text/html' },
  ],
  promoPictures: [{ name: '1.jpg', bytes: picture }],
};
const release = await server.release(releaseOptions);
const attachmentOf = ({ attachmentids: [id = ''] }: TestRelease) => `/api/attachment/${id}`;
const pictureOf = ({ releaseid }: TestRelease, name = '1.jpg') => `/api/promo/${releaseid}/${name}`;
const both = (made: TestRelease) => [attachmentOf(made), pictureOf(made)];

async function get(path: string, headers: Record<string, string> = { cookie: player.cookie }, method = 'GET') {
  const response = await fetch(server.url + path, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const code = isJson ? JSON.parse(bytes.toString()).error.code : undefined;
  return { status: response.status, headers: response.headers, bytes, code };
}

test('each attachment address of a release sends its bytes for saving', {
  tags: ['C-API-34'],
}, async () => {
  const { body } = await player.call(releaseRoute, { params: { releaseid: release.releaseid } });
  expect(body.attachments.map(({ size }) => size)).toEqual([sheet.length, page.length]);
  const [first, second] = await Promise.all(body.attachments.map(({ url }) => get(url)));
  expect(first?.status).toBe(200);
  expect(first?.bytes.equals(sheet)).toBe(true);
  expect(first?.headers.get('content-type')).toBe('application/pdf');
  expect(first?.headers.get('content-disposition')).toBe(
    `attachment; filename="Press sheet.pdf"; filename*=UTF-8''Press%20sheet.pdf`,
  );
  expect(second?.bytes.equals(page)).toBe(true);
});

test('an HTML attachment is sandboxed and privately cached, also in a 304 response', async () => {
  const path = `/api/attachment/${release.attachmentids[1]}`;
  const { headers } = await get(path);
  const again = await get(path, { cookie: player.cookie, 'if-none-match': headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  for (const sent of [headers, again.headers]) {
    expect(sent.get('content-disposition')).toContain('attachment;');
    expect(sent.get('content-security-policy')).toBe('sandbox');
    expect(sent.get('x-content-type-options')).toBe('nosniff');
    expect(sent.get('cache-control')).toContain('private');
  }
});

test('a picture of the promotional text is sent inline and revalidated', async () => {
  const { body } = await player.call(releaseRoute, { params: { releaseid: release.releaseid } });
  const src = /src="([^"]+)"/.exec(body.promoinfo)?.[1] ?? '';
  const { status, headers, bytes } = await get(src);
  expect(status).toBe(200);
  expect(bytes.equals(picture)).toBe(true);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('content-disposition')).toBeNull();
  expect(headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
  expect((await get(src, { cookie: player.cookie, 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

test('another picture of the same name has another ETag', async () => {
  const identity = 'id:delivered-twice';
  const before = await server.release({ ...releaseOptions, identity });
  const { headers } = await get(pictureOf(before));
  const other = randomBytes(400);
  const after = await server.release({ ...releaseOptions, identity, promoPictures: [{ name: '1.jpg', bytes: other }] });
  expect(after.releaseid).toBe(before.releaseid);
  const answer = await get(pictureOf(after), { cookie: player.cookie, 'if-none-match': headers.get('etag') ?? '' });
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(other)).toBe(true);
});

test('attachments and pictures support ranges and HEAD', async () => {
  for (const [path, whole] of [
    [attachmentOf(release), sheet],
    [pictureOf(release), picture],
  ] as const) {
    const part = await get(path, { cookie: player.cookie, range: 'bytes=10-99' });
    expect(part.status, path).toBe(206);
    expect(part.headers.get('content-range'), path).toBe(`bytes 10-99/${whole.length}`);
    expect(part.bytes.equals(whole.subarray(10, 100)), path).toBe(true);
    expect((await get(path, { cookie: player.cookie, range: `bytes=${whole.length}-` })).status, path).toBe(416);
    const head = await get(path, { cookie: player.cookie }, 'HEAD');
    expect(head.status, path).toBe(200);
    expect(head.headers.get('content-length'), path).toBe(String(whole.length));
    expect(head.bytes.length, path).toBe(0);
  }
});

test('the file name of an attachment is safe on every system', async () => {
  const names: [delivered: string, plain: string, encoded: string][] = [
    ['a "quoted" name.pdf', 'a _quoted_ name.pdf', 'a%20_quoted_%20name.pdf'],
    [
      'Ame\u0301lie – 日本 🎵.pdf',
      'Amelie - RiBen _musical_note_.pdf',
      'Am%C3%A9lie%20%E2%80%93%20%E6%97%A5%E6%9C%AC%20%F0%9F%8E%B5.pdf',
    ],
    ['a\r\nSet-Cookie: x=1.pdf', 'a__Set-Cookie_ x=1.pdf', 'a__Set-Cookie_%20x%3D1.pdf'],
    ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
    ['..\\windows\\nul.txt', '_windows_nul.txt', '_windows_nul.txt'],
    ['CON.pdf', '_CON.pdf', '_CON.pdf'],
    ['nul .txt', '_nul .txt', '_nul%20.txt'],
    ["100% (it's) *.pdf", "100_ (it's) _.pdf", '100%25%20%28it%27s%29%20_.pdf'],
    ['gpj\u202Efdp.exe', 'gpj_fdp.exe', 'gpj_fdp.exe'],
    [
      `${'🎵'.repeat(80)}x.pdf`,
      `${':musical_note:'.repeat(58)}x.pdf`.slice(-150).replaceAll(':', '_'),
      `${'%F0%9F%8E%B5'.repeat(58)}x.pdf`,
    ],
    ['...', '_', '_'],
  ];
  const bytes = Buffer.from('text');
  const made = await server.release({
    ...releaseOptions,
    attachments: names.map(([filename]) => ({ filename, bytes })),
  });
  for (const [index, [delivered, plain, encoded]] of names.entries()) {
    const { status, headers } = await get(`/api/attachment/${made.attachmentids[index]}`);
    expect(status, delivered).toBe(200);
    expect(headers.get('content-disposition'), delivered).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    );
    expect(headers.get('set-cookie'), delivered).toBeNull();
  }
});

test('attachments and pictures need the session cookie or token of a recipient', async () => {
  const stranger = await server.signedIn();
  for (const path of both(release)) {
    expect((await get(path, { cookie: player.cookie })).status, path).toBe(200);
    expect((await get(path, { authorization: `Bearer ${player.token}` })).status, path).toBe(200);
    expect(await get(path, {}), path).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const refusals = [
      await get(path, { cookie: stranger.cookie }),
      await get(path, { authorization: `Bearer ${stranger.token}` }),
    ];
    for (const refusal of refusals) expect(refusal, path).toMatchObject({ status: 404 });
  }
});

test('attachments and pictures are not available before release or after withdrawal', async () => {
  const tomorrow = await server.release({ ...releaseOptions, available: new Date(server.now().getTime() + DAY) });
  const withdrawn = await server.release(releaseOptions);
  await server.setState(withdrawn, 'withdrawn');
  for (const path of both(tomorrow)) {
    expect(await get(path), path).toMatchObject({ status: 404 });
  }
  for (const path of both(withdrawn)) {
    expect(await get(path), path).toMatchObject({ status: 410, code: 'RELEASE_NOT_AVAILABLE' });
  }
});

test('unknown ids, names of other releases and path traversal are refused', async () => {
  const bare = await server.release({ packages: ['Radio'] });
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const path of [`/api/attachment/${unknown}`, pictureOf(bare), pictureOf(release, '2.jpg')]) {
    expect(await get(path), path).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
  expect(await get(`/api/promo/${unknown}/1.jpg`)).toMatchObject({ status: 404, code: 'RELEASE_NOT_FOUND' });
  for (const name of ['..%2F..%2F1.jpg', '%00.jpg', '1.jpg%0D%0A', '1.svg']) {
    expect(await get(pictureOf(release, name)), name).toMatchObject({ status: 400, code: 'VALIDATION' });
  }
});
