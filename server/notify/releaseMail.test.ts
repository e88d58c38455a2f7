import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailView } from '@promenade/contract/operator';
import { profile, saveProfile } from '@promenade/contract/profile';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { startMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const WITHIN = { timeout: 15_000, interval: 20 };
const server = await startMailServer();
const posted = await startTestServer({ works: true, env: { SMTP_URL: server.url, MAIL_FROM: 'mail@music.example' } });
const kept = await startTestServer({ works: true });
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

async function reader(server: TestServer) {
  const player = await server.signedIn();
  const { body } = await player.call(profile);
  await player.call(saveProfile, { body: { ...body, mailpref: 'per-release' } });
  return player;
}

/** A release whose cover lies in storage in both sizes of mails. */
async function coveredRelease(server: TestServer, title: string): Promise<string> {
  const { id } = await server.release({ title, cover: true });
  const { cover_hash } = await server.db
    .selectFrom('releases')
    .where('id', '=', id)
    .select('cover_hash')
    .executeTakeFirstOrThrow();
  for (const px of [160, 500]) await server.storage.put(`covers/${cover_hash}-${px}.jpg`, JPEG);
  return String(cover_hash);
}

/** What the clock does each minute. */
const tick = ({ db, jobs }: TestServer) => db.transaction().execute((db) => jobs.send(db, 'release-mails', {}));

test('mail programs get covers, a way out by one click, and what a list says about itself', {
  tags: ['A-EMAILS-04'],
}, async () => {
  const player = await reader(posted);
  const hash = await coveredRelease(posted, 'Covered');
  await posted.release({ title: 'Without a cover' });
  await tick(posted);
  const [mail] = await vi.waitUntil(() => server.mails.length > 0 && server.mails, WITHIN);
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  const url = /^<http:\/\/promenade\.test(\/api\/notifications\/unsubscribe\/\S+)>$/.exec(
    headers.get('list-unsubscribe') ?? '',
  );
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('precedence')).toBe('bulk');
  expect(mail?.replyTo).toBeUndefined();
  expect(mail).toMatchObject({ subject: '2 new promos', recipients: [player.email] });
  const shown = [...(mail?.html ?? '').matchAll(/<img src="cid:(.*?)"/g)].map(([, cid]) => `<${cid}>`);
  expect(shown).toEqual([`<${hash}-160@pictures>`]);
  expect(mail?.attachments).toMatchObject([{ contentId: shown[0], mimeType: 'image/jpeg', disposition: 'inline' }]);
  expect(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)).toEqual(JPEG);
  const pressed = await fetch(`${posted.url}${url?.[1]}`, {
    method: 'POST',
    body: new URLSearchParams(headers.get('list-unsubscribe-post') ?? ''),
  });
  expect(pressed.status).toBe(200);
  expect((await player.call(profile)).body.mailpref).toBe('none');
  const row = posted.db.selectFrom('mails').where('recipient', '=', player.email).selectAll();
  await vi.waitUntil(async () => (await row.executeTakeFirst())?.sent_at, WITHIN);
  expect(await row.executeTakeFirst()).toMatchObject({ html: null, body: null, pictures: [], unsubscribe: null });
});

test('a mail that tells nothing new has no such headers', async () => {
  server.mails.length = 0;
  const player = await posted.account();
  await fetch(`${posted.url}/api/auth/reset/${player.email}`);
  const [mail] = await vi.waitUntil(() => server.mails.length > 0 && server.mails, WITHIN);
  expect(mail?.headers.map(({ key }) => key).filter((key) => /^list-|precedence/.test(key))).toEqual([]);
});

test('the outbox shows a release mail with its cover, as a file and to operators', {
  tags: ['requirements decision 17'],
}, async () => {
  const [player, operator] = [await reader(kept), await kept.signedIn({ operator: true })];
  const hash = await coveredRelease(kept, 'Framed');
  await tick(kept);
  const mail = kept.db.selectFrom('mails').where('recipient', '=', player.email).select(['id', 'sent_at']);
  const { id } = await vi.waitUntil(async () => {
    const row = await mail.executeTakeFirst();
    return row?.sent_at ? row : undefined;
  }, WITHIN);
  const folder = join(kept.config.dataDir, 'outbox');
  expect(await readdir(folder)).toContain(`${id}.eml`);
  const file = await PostalMime.parse(await readFile(join(folder, `${id}.eml`)));
  expect(file.attachments.map(({ contentId }) => contentId)).toEqual([`<${hash}-500@pictures>`]);
  const address = `${kept.url}/api${mailView.path.replace(':mailid', id)}`;
  const html = await (await fetch(address, { headers: { cookie: operator.cookie } })).text();
  expect(html).toContain(`<img src="data:image/jpeg;base64,${JPEG.toString('base64')}"`);
  expect(html).not.toContain('cid:');
});
