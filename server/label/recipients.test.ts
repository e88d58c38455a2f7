import { audiencePeople } from '@promenade/contract/audience';
import * as label from '@promenade/contract/label';
import { reportOpen } from '@promenade/contract/library';
import * as reports from '@promenade/contract/reports';
import { expect, test } from 'vitest';
import { sendReleaseMails } from '../notify/sendReleaseMails.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { refused } from '../testing/client.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { addAddressedAccounts } from './audience.ts';

const server = await startTestServer();
const command = await createOperatorCommand(server.pool.options);
const owner = { label: { name: 'Harbour', contact: null } };
const told = { told_at: new Date(0), everyone: false };
const editor = await server.signedIn({ ...told, packages: ['Radio'] });
await server.joinLabel(editor, await server.release(owner), 'editor');

const setAccount = ({ accountid }: SignedIn, columns: object) =>
  server.db.updateTable('accounts').set(columns).where('id', '=', accountid).execute();
const read = async ({ releaseid }: TestRelease) =>
  (await editor.call(label.staffRelease, { params: { releaseid } })).body;
const report = async ({ releaseid }: TestRelease) =>
  (await editor.call(reports.releaseReport, { params: { releaseid } })).body;
const count = (...releases: TestRelease[]) =>
  editor.call(label.countRecipients, { body: { releaseids: releases.map(({ releaseid }) => releaseid) } });

const recipients = [
  await server.signedIn({ ...told, packages: ['Radio'] }),
  await server.signedIn({ ...told, packages: ['Radio'] }),
  await server.signedIn({ ...told, packages: ['Radio', 'Press'] }),
] as const;
await server.signedIn({ ...told, packages: ['Radio'], operator: true });
await setAccount(await server.signedIn({ ...told, packages: ['Radio'] }), { status: 'disabled' });
const apart = { ownstaff: 1, operators: 1, inactive: 1 };

test('every place counts the same recipients, and the same people apart', async () => {
  const options = { ...owner, packages: ['Radio'], audio: true };
  const draft = await server.release({ ...options, title: 'Later', isDraft: true });
  const release = await server.release({ ...options, title: 'Night Ferry' });
  const { items } = (await editor.call(label.staffReleases, { query: {} })).body;
  const inTable = ({ releaseid }: TestRelease) => items.find((row) => row.releaseid === releaseid)?.recipients;
  for (const one of [draft, release]) {
    expect((await read(one)).audience.counts).toEqual({ recipients: 3, former: 0, addresses: 0, ...apart });
    expect((await count(one)).body).toMatchObject({ recipients: 3, ...apart });
    expect(inTable(one)).toBe(3);
  }
  expect(await report(release)).toMatchObject({ recipients: 3, people: { recipients: 3, former: 0, ...apart } });
  const params = { releaseid: release.releaseid };
  expect((await editor.call(reports.reportRecipients, { params, query: {} })).body.total).toBe(3);
  expect((await editor.call(reports.followUp, { params })).body.recipients).toBe(3);
  const { labelid } = (await read(release)).release;
  await server.db.updateTable('packages').set({ open: true }).execute();
  const packages = await editor.call(label.labelPackages, { params: { labelid: labelid ?? '' }, query: {} });
  expect(packages.body.items).toContainEqual({ name: 'Radio', people: 3 });
  expect((await command('withdraw', release.releaseid, '--yes')).stdout).toBe(
    `Withdrew "Night Ferry" (${release.releaseid}) from 3 recipients (apart: 1 staff of the label, 1 operators, 1 not active).\n`,
  );
  expect((await report(release)).recipients).toBe(3);
});

test('several releases count each person once, and only staff of all of them may ask', async () => {
  const first = await server.release({ ...owner, packages: ['Radio'] });
  const second = await server.release({ ...owner, packages: ['Press'] });
  const foreign = await server.release({ label: { name: 'Other', contact: null }, packages: ['Radio'] });
  expect((await count(second)).body).toMatchObject({ recipients: 1, operators: 0 });
  expect((await count(first, second)).body).toMatchObject({ recipients: 3, ...apart });
  expect(await count(first, foreign)).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('who lost a release stays a recipient and is told apart', async () => {
  const release = await server.release({ ...owner, packages: ['Radio'] });
  const { releaseid } = release;
  const { playerid } = recipients[0];
  const body = { packages: ['Radio'], people: [], addresses: [], excluded: [playerid] };
  await fetch(`${server.url}/api/label/releases/${releaseid}/audience`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': 'application/json',
      'if-match': `"${(await read(release)).version}"`,
    },
    body: JSON.stringify(body),
  });
  expect((await read(release)).audience.counts).toMatchObject({ recipients: 3, former: 1 });
  expect((await report(release)).people).toMatchObject({ recipients: 3, former: 1 });
  expect((await editor.call(reports.followUp, { params: { releaseid } })).body).toMatchObject({ people: 2, lost: 1 });
});

test('the editor tells before and after how many are mailed at once, in their daily mail, and not at all', async () => {
  const people = await Promise.all(
    ['per-release', 'daily', 'weekly', 'none', 'daily'].map(async (mailpref) => {
      const person = await server.signedIn({ ...told, packages: ['Mailed'] });
      await setAccount(person, { mailpref, mails_since: new Date(0) });
      return person;
    }),
  );
  const none = { mailed: 0, waiting: 0, atonce: 0, daily: 0, weekly: 0, unwanted: 0, cameback: 0, none: 0 };
  await server.pool.query("insert into suppressions (address, since, reason) values ($1, now(), 'gone')", [
    people[4]?.email,
  ]);
  const draft = await server.release({ ...owner, packages: ['Mailed'], audio: true, isDraft: true });
  const later = { daily: 1, weekly: 1, unwanted: 1, cameback: 1 };
  expect((await read(draft)).announcement.counts).toEqual({ ...none, ...later, atonce: 1 });
  const params = { releaseid: draft.releaseid };
  const body = { available: null, mail: { at: null, subject: '', message: '' }, confirmed: true };
  await editor.call(label.publishDraft, { params, body });
  expect((await read(draft)).announcement.counts).toEqual({ ...none, ...later, atonce: 1 });
  // It ends before their next morning and the next Monday.
  const endsIn = (ms: number) =>
    server.db
      .updateTable('releases')
      .set({ ends_at: new Date(server.now().getTime() + ms) })
      .where('releaseid', '=', draft.releaseid)
      .execute();
  await endsIn(6 * 60_000);
  expect((await read(draft)).announcement.counts).toMatchObject({ atonce: 1, daily: 0, weekly: 0, none: 2 });
  await endsIn(1_000);
  expect((await read(draft)).announcement.counts).toMatchObject({ atonce: 0, daily: 0, weekly: 0, none: 3 });
  await endsIn(30 * 24 * 3600_000);
  await server.pool.query("update release_announcements set mail_at = now() - interval '1 minute'");
  await sendReleaseMails(server);
  const now = await read(draft);
  expect(now.announcement.sent).toBe(true);
  const handed = async () => (await read(draft)).announcement.counts;
  expect(await handed()).toEqual({ ...none, ...later, waiting: 1 });
  const mailer = await openMailer(server);
  const { rows } = await server.pool.query<{ id: string }>('select id from mails where sent_at is null');
  for (const { id } of rows) await mailer.deliver(id);
  expect(await handed()).toEqual({ ...none, ...later, mailed: 1 });
  expect((await report(draft)).mails).toEqual({ ...none, ...later, mailed: 1 });
  expect((await report(draft)).mailed).toBe(1);
  await people[1]?.call(reportOpen, { params });
  await editor.call(label.withdrawStaffRelease, { params, query: { confirmed: '1' } });
  expect(await handed()).toEqual({ ...none, unwanted: 1, cameback: 1, mailed: 1, none: 2 });
});

test('a cancelled mail reaches nobody', async () => {
  const release = await server.release({ ...owner, packages: ['Radio'], audio: true, isDraft: true });
  const params = { releaseid: release.releaseid };
  await editor.call(label.publishDraft, { params, body: { available: null, mail: null, confirmed: true } });
  expect((await read(release)).announcement).toMatchObject({ at: null, counts: { none: 3, daily: 0 } });
});

test('who is in an audience is listed, searched and paged, by name and without addresses', async () => {
  const packages = ['Listed'];
  const [first, second, typed] = [
    await server.signedIn({ ...told, packages, firstname: 'Zoë', lastname: 'Quay' }),
    await server.signedIn({ ...told, packages, firstname: 'Ana', lastname: 'Zwick' }),
    await server.signedIn({ ...told }),
  ];
  const draft = await server.release({ ...owner, packages, isDraft: true });
  await server.pool.query('insert into release_address select id, $1, now() from releases where releaseid = $2', [
    typed.email,
    draft.releaseid,
  ]);
  await addAddressedAccounts(server);
  const params = { releaseid: draft.releaseid };
  const list = async (query: object) => (await editor.call(audiencePeople, { params, query })).body;
  const row = (person: SignedIn) => ({ playerid: person.playerid, packages, former: false });
  expect(await list({})).toMatchObject({ total: 2, items: [row(first), row(second)] });
  expect(JSON.stringify(await list({}))).not.toContain('@');
  expect(await list({ filter: '"zwick" ana' })).toMatchObject({ total: 1, items: [row(second)] });
  expect(await list({ pagesize: 1, page: 2 })).toMatchObject({ total: 2, items: [row(second)] });
  expect(await list({ filter: first.email })).toMatchObject({ items: [], total: 0 });
  expect(await typed.call(audiencePeople, { params, query: {} })).toMatchObject(refused('RELEASE_NOT_FOUND'));
});
