import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailView } from '@promenade/contract/operator';
import { profile, saveProfile } from '@promenade/contract/profile';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { startMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { releaseMailsJob } from './sendReleaseMails.ts';

const WITHIN = { interval: 20 };
const mailServer = await startMailServer();
const smtpServer = await startTestServer({
  runsJobs: true,
  env: { SMTP_URL: mailServer.url, MAIL_FROM: 'mail@music.example' },
});
const outboxServer = await startTestServer({ runsJobs: true });
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

async function createRecipient(mailServer: TestServer) {
  const player = await mailServer.signedIn();
  const { body } = await player.call(profile);
  await player.call(saveProfile, { body: { ...body, mailpref: 'per-release' } });
  return player;
}

/** Creates a release with a cover in both sizes that mails use. */
async function createCoveredRelease(mailServer: TestServer, title: string): Promise<string> {
  const { id } = await mailServer.release({ title, cover: true });
  const { cover_hash } = await mailServer.db
    .selectFrom('releases')
    .where('id', '=', id)
    .select('cover_hash')
    .executeTakeFirstOrThrow();
  for (const px of [160, 500]) await mailServer.storage.put(`covers/${cover_hash}-${px}.jpg`, JPEG);
  return String(cover_hash);
}

/** Runs the job that is scheduled every minute. */
const runJob = ({ db, jobs }: TestServer) => db.transaction().execute((db) => jobs.send(db, releaseMailsJob, {}));

test('a release mail has inline covers, one-click unsubscribe and list headers', {
  tags: ['A-EMAILS-04'],
}, async () => {
  const player = await createRecipient(smtpServer);
  const hash = await createCoveredRelease(smtpServer, 'Covered');
  await smtpServer.release({ title: 'Without a cover', label: { name: 'Quay', contact: null } });
  await runJob(smtpServer);
  const [mail] = await vi.waitUntil(() => mailServer.mails.length > 0 && mailServer.mails, WITHIN);
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  const url = /^<http:\/\/promenade\.test(\/api\/notifications\/unsubscribe\/\S+)>$/.exec(
    headers.get('list-unsubscribe') ?? '',
  );
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('precedence')).toBe('bulk');
  expect(mail?.replyTo).toBeUndefined();
  expect(mail).toMatchObject({ subject: '2 new promos', recipients: [player.email] });
  const contentIds = [...(mail?.html ?? '').matchAll(/<img src="cid:(.*?)"/g)].map(([, cid]) => `<${cid}>`);
  expect(contentIds).toEqual([`<${hash}-160@pictures>`]);
  expect(mail?.attachments).toMatchObject([
    { contentId: contentIds[0], mimeType: 'image/jpeg', disposition: 'inline' },
  ]);
  expect(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)).toEqual(JPEG);
  const response = await fetch(`${smtpServer.url}${url?.[1]}`, {
    method: 'POST',
    body: new URLSearchParams(headers.get('list-unsubscribe-post') ?? ''),
  });
  expect(response.status).toBe(200);
  expect((await player.call(profile)).body.mailpref).toBe('none');
  const row = smtpServer.db.selectFrom('mails').where('recipient', '=', player.email).selectAll();
  await vi.waitUntil(async () => (await row.executeTakeFirst())?.sent_at, WITHIN);
  expect(await row.executeTakeFirst()).toMatchObject({ html: null, body: null, pictures: [], unsubscribe: null });
});

test('other mails have no list headers', async () => {
  mailServer.mails.length = 0;
  const player = await smtpServer.account();
  await fetch(`${smtpServer.url}/api/auth/reset/${player.email}`);
  const [mail] = await vi.waitUntil(() => mailServer.mails.length > 0 && mailServer.mails, WITHIN);
  expect(mail?.headers.map(({ key }) => key).filter((key) => /^list-|precedence/.test(key))).toEqual([]);
});

test('the outbox has the cover of a release mail, in the file and for operators', {
  tags: ['requirements decision 17'],
}, async () => {
  const [player, operator] = [await createRecipient(outboxServer), await outboxServer.signedIn({ operator: true })];
  const hash = await createCoveredRelease(outboxServer, 'Framed');
  await runJob(outboxServer);
  const mail = outboxServer.db.selectFrom('mails').where('recipient', '=', player.email).select(['id', 'sent_at']);
  const { id } = await vi.waitUntil(async () => {
    const row = await mail.executeTakeFirst();
    return row?.sent_at ? row : undefined;
  }, WITHIN);
  const folder = join(outboxServer.config.dataDir, 'outbox');
  expect(await readdir(folder)).toContain(`${id}.eml`);
  const file = await PostalMime.parse(await readFile(join(folder, `${id}.eml`)));
  const headers = new Map(file.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-id')).toMatch(/^"?Parallel"? <[0-9a-f-]{36}\.\S+>$/);
  expect(file.attachments.map(({ contentId }) => contentId)).toEqual([`<${hash}-500@pictures>`]);
  const address = `${outboxServer.url}/api${mailView.path.replace(':mailid', id)}`;
  const html = await (await fetch(address, { headers: { cookie: operator.cookie } })).text();
  expect(html).toContain(`<img src="data:image/jpeg;base64,${JPEG.toString('base64')}"`);
  expect(html).not.toContain('cid:');
});
