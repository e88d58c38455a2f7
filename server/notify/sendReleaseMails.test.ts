import { archiveRelease, restoreRelease } from '@promenade/contract/library';
import { timeZone } from '@promenade/contract/notify';
import { type MailFrequency, profile, saveProfile } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { sendReleaseMails } from './sendReleaseMails.ts';

const server = await startTestServer();
/** Dates are far from the real time of these tests; each test has its own package. */
const sendAt = (instant: string) => sendReleaseMails({ ...server, now: () => new Date(instant) });
const release = (name: string, available: string, more: Parameters<typeof server.release>[0] = {}) =>
  server.release({ title: name, artist: 'Ada', packages: [name], available: new Date(available), ...more });

async function setFrequency({ call }: SignedIn, mailpref: MailFrequency): Promise<void> {
  const { body } = await call(profile);
  expect((await call(saveProfile, { body: { ...body, mailpref } })).status).toBe(200);
}

async function createRecipient(mailpref: MailFrequency, name: string, timezone?: string): Promise<SignedIn> {
  const player = await server.signedIn({ packages: [name] });
  await setFrequency(player, mailpref);
  if (timezone) await player.call(timeZone, { body: { timezone } });
  return player;
}

const count = ({ email }: SignedIn) => server.countMails(email);
const textOf = async ({ email }: SignedIn) => (await server.waitForMail(email)).text;

test('a per-release mail is sent when the release is available, and links to it', {
  tags: ['A-EMAILS-04'],
}, async () => {
  const player = await createRecipient('per-release', 'Soon');
  const created = await release('Soon', '2040-01-10T12:00:00Z', { impactdate: '2040-02-01', artist: 'Mira' });
  await sendAt('2040-01-10T11:59:59Z');
  expect(await count(player)).toBe(0);
  await sendAt('2040-01-10T12:00:01Z');
  const mail = await server.waitForMail(player.email);
  expect(mail.subject).toBe('Mira – Soon');
  expect(mail.text).toContain('Mira\nParallel · Single · Impact date February 1, 2040');
  expect(mail.links[0]).toBe(`${server.address.url}/releases/releaseInfo/${created.releaseid}`);
  expect(mail.html).toContain(`href="${server.address.url}/releases/releaseInfo/${created.releaseid}"`);
  expect(mail.links).toContain(`${server.address.url}/account/settings-preferences`);
  expect(mail.getToken('unsubscribe')).toMatch(/^\S+\.\S+\.\S+$/);
});

test('an account without mails gets none', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await createRecipient('none', 'Ended');
  await release('Ended', '2040-01-15T12:00:00Z');
  await sendAt('2040-01-15T12:01:00Z');
  await sendAt('2040-01-16T08:00:00Z');
  expect(await count(player)).toBe(0);
});

test('a release is mailed once, also after another delivery or a change of frequency', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await createRecipient('per-release', 'Once');
  const identity = 'id:once';
  await release('Once', '2040-01-20T12:00:00Z', { identity });
  await sendAt('2040-01-20T12:01:00Z');
  await sendAt('2040-01-20T12:02:00Z');
  await release('Once', '2040-01-21T12:00:00Z', { identity });
  await sendAt('2040-01-21T12:01:00Z');
  await setFrequency(player, 'daily');
  await sendAt('2040-01-22T08:00:00Z');
  await setFrequency(player, 'none');
  await setFrequency(player, 'per-release');
  await sendAt('2040-01-23T08:00:00Z');
  expect(await count(player)).toBe(1);
});

test.each([
  ['Europe/Berlin', '2040-01-31', '06:00'],
  ['Europe/Berlin', '2040-03-25', '05:00'],
  ['Europe/Berlin', '2040-10-28', '06:00'],
  ['America/Los_Angeles', '2040-03-11', '14:00'],
  ['America/Los_Angeles', '2040-11-04', '15:00'],
  ['Asia/Kolkata', '2040-06-01', '01:30'],
  ['Pacific/Auckland', '2040-07-01', '19:00'],
])(
  'in %s daily mails are sent at seven in the morning: %s at %s UTC',
  { tags: ['A-EMAILS-04'] },
  async (zone, day, time) => {
    const name = `Morning ${zone} ${day}`;
    const player = await createRecipient('daily', name, zone);
    const sevenOClock = Date.parse(`${day}T${time}:00Z`);
    const minutesFromSeven = (minutes: number) => new Date(sevenOClock + minutes * 60_000).toISOString();
    await sendAt(minutesFromSeven(-12 * 60));
    await release(name, minutesFromSeven(-10 * 60));
    await release(`${name} late`, minutesFromSeven(5), { packages: [name] });
    await sendAt(minutesFromSeven(-1));
    expect(await count(player)).toBe(0);
    await sendAt(minutesFromSeven(0));
    expect(await count(player)).toBe(1);
    expect(await textOf(player)).not.toContain('late');
    // Later releases are mailed on the next morning.
    await sendAt(minutesFromSeven(60));
    expect(await count(player)).toBe(1);
    await sendAt(minutesFromSeven(25 * 60));
    expect(await count(player)).toBe(2);
  },
);

test('several releases of a day are one mail, newest first', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await createRecipient('daily', 'Several');
  await sendAt('2040-02-01T12:00:00Z');
  for (const hour of [13, 15, 14]) {
    await release(`At ${hour}`, `2040-02-01T${hour}:00:00Z`, { packages: ['Several'] });
  }
  await sendAt('2040-02-02T07:00:00Z');
  const mail = await server.waitForMail(player.email);
  expect(mail.subject).toBe('3 new promos');
  expect(mail.text.match(/At \d+/g)).toEqual(['At 15', 'At 14', 'At 13']);
  expect(await count(player)).toBe(1);
});

test('weekly mails are sent on Monday morning', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await createRecipient('weekly', 'Week', 'America/Los_Angeles');
  await sendAt('2040-04-06T18:00:00Z');
  await release('Week', '2040-04-06T19:00:00Z');
  for (const day of ['07T15', '08T15', '09T13']) await sendAt(`2040-04-${day}:59:00Z`);
  expect(await count(player)).toBe(0);
  await sendAt('2040-04-09T14:00:00Z');
  expect(await count(player)).toBe(1);
  await release('Week, next', '2040-04-09T15:00:00Z', { packages: ['Week'] });
  await sendAt('2040-04-10T15:00:00Z');
  expect(await count(player)).toBe(1);
  await sendAt('2040-04-16T14:00:00Z');
  expect(await count(player)).toBe(2);
});

test('a missed Monday is caught up on the next morning, not at night', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await createRecipient('weekly', 'Missed');
  await sendAt('2040-05-05T12:00:00Z');
  await release('Missed', '2040-05-06T12:00:00Z');
  await sendAt('2040-05-08T03:00:00Z');
  expect(await count(player)).toBe(0);
  await sendAt('2040-05-08T09:00:00Z');
  expect(await count(player)).toBe(1);
});

test('a worker that was down at seven catches up on the same day, once', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await createRecipient('daily', 'Away');
  await sendAt('2040-05-20T12:00:00Z');
  await release('Away', '2040-05-20T13:00:00Z');
  await sendAt('2040-05-21T15:00:00Z');
  await sendAt('2040-05-21T15:01:00Z');
  expect(await count(player)).toBe(1);
});

test('an unknown time zone counts as UTC', async () => {
  const player = await createRecipient('daily', 'Nowhere');
  await server.db
    .updateTable('accounts')
    .set({ timezone: 'Mars/Olympus' })
    .where('id', '=', player.accountid)
    .execute();
  await sendAt('2040-06-10T12:00:00Z');
  await release('Nowhere', '2040-06-10T13:00:00Z');
  await sendAt('2040-06-11T06:59:00Z');
  expect(await count(player)).toBe(0);
  await sendAt('2040-06-11T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('a mail lists only available, unarchived releases that its recipient may hear', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await createRecipient('per-release', 'Mine');
  const named = await server.signedIn();
  await setFrequency(named, 'per-release');
  const [none, stranger] = [await createRecipient('none', 'Mine'), await createRecipient('per-release', 'Theirs')];
  const disabled = await createRecipient('per-release', 'Mine');
  await server.db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', disabled.accountid).execute();
  const available = '2040-06-20T12:00:00Z';
  await release('Mine', available);
  await release('By name', available, { packages: [], recipients: [named.email] });
  await server.setState(await release('Withdrawn', available, { packages: ['Mine'] }), 'withdrawn');
  await server.setState(await release('Draft', available, { packages: ['Mine'] }), 'draft');
  await server.insertMark(player, await release('Archived', available, { packages: ['Mine'] }), 'archived');
  await sendAt('2040-06-20T12:01:00Z');
  expect((await server.waitForMail(player.email)).subject).toBe('Ada – Mine');
  expect((await server.waitForMail(named.email)).subject).toBe('Ada – By name');
  await sendAt('2040-06-21T07:00:00Z');
  expect(await Promise.all([player, named].map(count))).toEqual([1, 1]);
  expect(await Promise.all([none, stranger, disabled].map(count))).toEqual([0, 0, 0]);
});

test('a shared release is not mailed again', { tags: ['requirements decision 17'] }, async () => {
  const [player, from] = [await createRecipient('per-release', 'Passed on'), await server.account()];
  const { id } = await release('Passed on', '2040-07-01T12:00:00Z');
  const share = { release_id: id, from_id: from.accountid, to_id: player.accountid, message: '', at: server.now() };
  await server.db.insertInto('shares').values(share).execute();
  await sendAt('2040-07-01T12:01:00Z');
  expect(await count(player)).toBe(0);
});

test('a restored release is mailed on the next morning', { tags: ['requirements decision 17'] }, async () => {
  const player = await createRecipient('per-release', 'Restored');
  const created = await server.release({ title: 'Restored', packages: ['Restored'] });
  await player.call(archiveRelease, { params: { releaseid: created.releaseid } });
  await server.db
    .updateTable('releases')
    .set({ available_at: new Date('2040-07-10T12:00:00Z') })
    .where('id', '=', created.id)
    .execute();
  await sendAt('2040-07-10T12:01:00Z');
  expect(await count(player)).toBe(0);
  await player.call(restoreRelease, { params: { releaseid: created.releaseid } });
  await sendAt('2040-07-10T12:02:00Z');
  await sendAt('2040-07-11T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('an account that is new or turns mails on gets no older releases', {
  tags: ['requirements decision 17'],
}, async () => {
  await server.release({ title: 'Long there', packages: ['Fresh'] });
  const [switched, fresh] = [await createRecipient('none', 'Fresh'), await createRecipient('per-release', 'Fresh')];
  await server.release({ title: 'While off', packages: ['Fresh'] });
  await sendReleaseMails(server);
  await setFrequency(switched, 'per-release');
  await server.release({ title: 'While on', packages: ['Fresh'] });
  await sendReleaseMails(server);
  await sendReleaseMails({ ...server, now: () => new Date(Date.now() + 36 * 3600_000) });
  const subjects = async ({ email }: SignedIn) => {
    const rows = await server.db.selectFrom('mails').where('recipient', '=', email).select('subject').execute();
    return rows.map(({ subject }) => subject).sort();
  };
  expect(await subjects(switched)).toEqual(['Somebody – While on']);
  expect(await subjects(fresh)).toEqual(['Somebody – While off', 'Somebody – While on']);
});

test('no release is lost by a change of frequency', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await createRecipient('weekly', 'Impatient');
  await sendAt('2040-08-07T12:00:00Z');
  await release('Impatient', '2040-08-08T12:00:00Z');
  await sendAt('2040-08-08T12:01:00Z');
  await setFrequency(player, 'daily');
  await sendAt('2040-08-08T12:02:00Z');
  expect(await count(player)).toBe(0);
  await sendAt('2040-08-09T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('concurrent workers mail everybody once', {
  tags: ['requirements decision 17'],
}, async () => {
  const players = await Promise.all(
    Array.from({ length: 30 }, (_, index) => createRecipient(index % 2 === 0 ? 'daily' : 'per-release', 'Many')),
  );
  await sendAt('2040-09-01T12:00:00Z');
  await release('Many', '2040-09-02T06:00:00Z');
  await Promise.all(Array.from({ length: 4 }, () => sendAt('2040-09-02T07:00:00Z')));
  expect(await Promise.all(players.map(count))).toEqual(players.map(() => 1));
});

test('a failed batch sends no mail and is repeated', { tags: ['requirements decision 17'] }, async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => createRecipient('daily', 'Dying')));
  await sendAt('2040-09-10T12:00:00Z');
  await release('Dying', '2040-09-10T13:00:00Z');
  let sent = 0;
  const jobs: typeof server.jobs = {
    ...server.jobs,
    send: async (...job) => {
      sent += 1;
      if (sent === 3) throw new Error('gone');
      await server.jobs.send(...job);
    },
  };
  const now = () => new Date('2040-09-11T07:00:00Z');
  await expect(sendReleaseMails({ ...server, jobs, now })).rejects.toThrow('gone');
  expect(await Promise.all(players.map(count))).toEqual([0, 0, 0, 0]);
  await sendAt('2040-09-11T07:01:00Z');
  expect(await Promise.all(players.map(count))).toEqual([1, 1, 1, 1]);
});

test('a mail lists the newest thirty releases and counts the others, which are not mailed again', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await createRecipient('daily', 'Heavy');
  await sendAt('2040-10-01T12:00:00Z');
  for (let minute = 10; minute < 43; minute += 1) {
    await release(`No ${minute}`, `2040-10-01T13:${minute}:00Z`, { packages: ['Heavy'] });
  }
  await sendAt('2040-10-02T07:00:00Z');
  const mail = await server.waitForMail(player.email);
  expect(mail.subject).toBe('33 new promos');
  expect(mail.text.match(/No \d+/g)).toHaveLength(30);
  expect(mail.text).toContain(`and 3 more:\n${server.address.url}/releases\n`);
  await sendAt('2040-10-03T07:00:00Z');
  expect(await count(player)).toBe(1);
});
