import { archiveRelease, restoreRelease } from '@promenade/contract/library';
import { timeZone } from '@promenade/contract/notify';
import { type MailFrequency, profile, saveProfile } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { tellReleases } from './tellReleases.ts';

const server = await startTestServer();
/** Far from the days on which accounts and releases of these tests are made; each test has a package of its own. */
const tellAt = (instant: string) => tellReleases({ ...server, now: () => new Date(instant) });
const release = (name: string, available: string, more: Parameters<typeof server.release>[0] = {}) =>
  server.release({ title: name, artist: 'Ada', packages: [name], available: new Date(available), ...more });

async function prefer({ call }: SignedIn, mailpref: MailFrequency): Promise<void> {
  const { body } = await call(profile);
  expect((await call(saveProfile, { body: { ...body, mailpref } })).status).toBe(200);
}

async function reader(mailpref: MailFrequency, name: string, timezone?: string): Promise<SignedIn> {
  const player = await server.signedIn({ packages: [name] });
  await prefer(player, mailpref);
  if (timezone) await player.call(timeZone, { body: { timezone } });
  return player;
}

const count = ({ email }: SignedIn) => server.mailCount(email);
const textOf = async ({ email }: SignedIn) => (await server.mail(email)).text;

test('a mail per release goes as soon as the release is there, names it and leads to it', {
  tags: ['A-EMAILS-04'],
}, async () => {
  const player = await reader('per-release', 'Soon');
  const made = await release('Soon', '2040-01-10T12:00:00Z', { impactdate: '2040-02-01', artist: 'Mira' });
  await tellAt('2040-01-10T11:59:59Z');
  expect(await count(player)).toBe(0);
  await tellAt('2040-01-10T12:00:01Z');
  const mail = await server.mail(player.email);
  expect(mail.subject).toBe('Mira – Soon');
  expect(mail.text).toContain('Mira\nParallel · Single · Impact date February 1, 2040');
  expect(mail.links[0]).toBe(`${server.address.url}/releases/releaseInfo/${made.releaseid}`);
  expect(mail.html).toContain(`href="${server.address.url}/releases/releaseInfo/${made.releaseid}"`);
  expect(mail.links).toContain(`${server.address.url}/account/settings-preferences`);
  expect(mail.tokenOf('unsubscribe')).toMatch(/^\S+\.\S+\.\S+$/);
});

test('who ended the mails gets none', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await reader('none', 'Ended');
  await release('Ended', '2040-01-15T12:00:00Z');
  await tellAt('2040-01-15T12:01:00Z');
  await tellAt('2040-01-16T08:00:00Z');
  expect(await count(player)).toBe(0);
});

test('nobody is told of a release twice, also after it was delivered again or changed hands', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await reader('per-release', 'Once');
  const identity = 'id:once';
  await release('Once', '2040-01-20T12:00:00Z', { identity });
  await tellAt('2040-01-20T12:01:00Z');
  await tellAt('2040-01-20T12:02:00Z');
  await release('Once', '2040-01-21T12:00:00Z', { identity });
  await tellAt('2040-01-21T12:01:00Z');
  await prefer(player, 'daily');
  await tellAt('2040-01-22T08:00:00Z');
  await prefer(player, 'none');
  await prefer(player, 'per-release');
  await tellAt('2040-01-23T08:00:00Z');
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
  'in %s the mails of a day come at seven in the morning: %s at %s UTC',
  { tags: ['A-EMAILS-04'] },
  async (zone, day, time) => {
    const name = `Morning ${zone} ${day}`;
    const player = await reader('daily', name, zone);
    const seven = Date.parse(`${day}T${time}:00Z`);
    const around = (minutes: number) => new Date(seven + minutes * 60_000).toISOString();
    await tellAt(around(-12 * 60));
    await release(name, around(-10 * 60));
    await release(`${name} late`, around(5), { packages: [name] });
    await tellAt(around(-1));
    expect(await count(player)).toBe(0);
    await tellAt(around(0));
    expect(await count(player)).toBe(1);
    expect(await textOf(player)).not.toContain('late');
    // What comes after breakfast comes tomorrow.
    await tellAt(around(60));
    expect(await count(player)).toBe(1);
    await tellAt(around(25 * 60));
    expect(await count(player)).toBe(2);
  },
);

test('several releases of a day are one mail, newest first', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await reader('daily', 'Several');
  await tellAt('2040-02-01T12:00:00Z');
  for (const hour of [13, 15, 14]) {
    await release(`At ${hour}`, `2040-02-01T${hour}:00:00Z`, { packages: ['Several'] });
  }
  await tellAt('2040-02-02T07:00:00Z');
  const mail = await server.mail(player.email);
  expect(mail.subject).toBe('3 new promos');
  expect(mail.text.match(/At \d+/g)).toEqual(['At 15', 'At 14', 'At 13']);
  expect(await count(player)).toBe(1);
});

test('the mail of a week comes on Monday morning', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await reader('weekly', 'Week', 'America/Los_Angeles');
  await tellAt('2040-04-06T18:00:00Z');
  await release('Week', '2040-04-06T19:00:00Z');
  for (const day of ['07T15', '08T15', '09T13']) await tellAt(`2040-04-${day}:59:00Z`);
  expect(await count(player)).toBe(0);
  await tellAt('2040-04-09T14:00:00Z');
  expect(await count(player)).toBe(1);
  await release('Week, next', '2040-04-09T15:00:00Z', { packages: ['Week'] });
  await tellAt('2040-04-10T15:00:00Z');
  expect(await count(player)).toBe(1);
  await tellAt('2040-04-16T14:00:00Z');
  expect(await count(player)).toBe(2);
});

test('a Monday that was missed is made up for on the next morning, not in the night', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await reader('weekly', 'Missed');
  await tellAt('2040-05-05T12:00:00Z');
  await release('Missed', '2040-05-06T12:00:00Z');
  await tellAt('2040-05-08T03:00:00Z');
  expect(await count(player)).toBe(0);
  await tellAt('2040-05-08T09:00:00Z');
  expect(await count(player)).toBe(1);
});

test('a worker that was away at seven catches up on the same day, once', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await reader('daily', 'Away');
  await tellAt('2040-05-20T12:00:00Z');
  await release('Away', '2040-05-20T13:00:00Z');
  await tellAt('2040-05-21T15:00:00Z');
  await tellAt('2040-05-21T15:01:00Z');
  expect(await count(player)).toBe(1);
});

test('a time zone that is not known any more counts as UTC', async () => {
  const player = await reader('daily', 'Nowhere');
  await server.db
    .updateTable('accounts')
    .set({ timezone: 'Mars/Olympus' })
    .where('id', '=', player.accountid)
    .execute();
  await tellAt('2040-06-10T12:00:00Z');
  await release('Nowhere', '2040-06-10T13:00:00Z');
  await tellAt('2040-06-11T06:59:00Z');
  expect(await count(player)).toBe(0);
  await tellAt('2040-06-11T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('a mail tells only of what its reader may hear: by package, by name, available, not archived', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await reader('per-release', 'Mine');
  const named = await server.signedIn();
  await prefer(named, 'per-release');
  const [none, stranger] = [await reader('none', 'Mine'), await reader('per-release', 'Theirs')];
  const disabled = await reader('per-release', 'Mine');
  await server.db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', disabled.accountid).execute();
  const available = '2040-06-20T12:00:00Z';
  await release('Mine', available);
  await release('By name', available, { packages: [], recipients: [named.email] });
  await server.setState(await release('Withdrawn', available, { packages: ['Mine'] }), 'withdrawn');
  await server.setState(await release('Draft', available, { packages: ['Mine'] }), 'draft');
  await server.mark(player, await release('Archived', available, { packages: ['Mine'] }), 'archived');
  await tellAt('2040-06-20T12:01:00Z');
  expect((await server.mail(player.email)).subject).toBe('Ada – Mine');
  expect((await server.mail(named.email)).subject).toBe('Ada – By name');
  await tellAt('2040-06-21T07:00:00Z');
  expect(await Promise.all([player, named].map(count))).toEqual([1, 1]);
  expect(await Promise.all([none, stranger, disabled].map(count))).toEqual([0, 0, 0]);
});

test('what was passed on had a mail of its own', { tags: ['requirements decision 17'] }, async () => {
  const [player, from] = [await reader('per-release', 'Passed on'), await server.account()];
  const { id } = await release('Passed on', '2040-07-01T12:00:00Z');
  const share = { release_id: id, from_id: from.accountid, to_id: player.accountid, message: '', at: server.now() };
  await server.db.insertInto('shares').values(share).execute();
  await tellAt('2040-07-01T12:01:00Z');
  expect(await count(player)).toBe(0);
});

test('what left the archive is told of on the next morning', { tags: ['requirements decision 17'] }, async () => {
  const player = await reader('per-release', 'Restored');
  const made = await server.release({ title: 'Restored', packages: ['Restored'] });
  await player.call(archiveRelease, { params: { releaseid: made.releaseid } });
  await server.db
    .updateTable('releases')
    .set({ available_at: new Date('2040-07-10T12:00:00Z') })
    .where('id', '=', made.id)
    .execute();
  await tellAt('2040-07-10T12:01:00Z');
  expect(await count(player)).toBe(0);
  await player.call(restoreRelease, { params: { releaseid: made.releaseid } });
  await tellAt('2040-07-10T12:02:00Z');
  await tellAt('2040-07-11T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('who turns mails on, or is new, is not told of what was there before', {
  tags: ['requirements decision 17'],
}, async () => {
  await server.release({ title: 'Long there', packages: ['Fresh'] });
  const [switched, fresh] = [await reader('none', 'Fresh'), await reader('per-release', 'Fresh')];
  await server.release({ title: 'While off', packages: ['Fresh'] });
  await tellReleases(server);
  await prefer(switched, 'per-release');
  await server.release({ title: 'While on', packages: ['Fresh'] });
  await tellReleases(server);
  await tellReleases({ ...server, now: () => new Date(Date.now() + 36 * 3600_000) });
  const subjects = async ({ email }: SignedIn) => {
    const rows = await server.db.selectFrom('mails').where('recipient', '=', email).select('subject').execute();
    return rows.map(({ subject }) => subject).sort();
  };
  expect(await subjects(switched)).toEqual(['Somebody – While on']);
  expect(await subjects(fresh)).toEqual(['Somebody – While off', 'Somebody – While on']);
});

test('nothing is lost between two frequencies', { tags: ['A-EMAILS-04'] }, async () => {
  const player = await reader('weekly', 'Impatient');
  await tellAt('2040-08-07T12:00:00Z');
  await release('Impatient', '2040-08-08T12:00:00Z');
  await tellAt('2040-08-08T12:01:00Z');
  await prefer(player, 'daily');
  await tellAt('2040-08-08T12:02:00Z');
  expect(await count(player)).toBe(0);
  await tellAt('2040-08-09T07:00:00Z');
  expect(await count(player)).toBe(1);
});

test('workers that tell at the same time tell once, and everybody', {
  tags: ['requirements decision 17'],
}, async () => {
  const players = await Promise.all(
    Array.from({ length: 30 }, (_, place) => reader(place % 2 === 0 ? 'daily' : 'per-release', 'Many')),
  );
  await tellAt('2040-09-01T12:00:00Z');
  await release('Many', '2040-09-02T06:00:00Z');
  await Promise.all(Array.from({ length: 4 }, () => tellAt('2040-09-02T07:00:00Z')));
  expect(await Promise.all(players.map(count))).toEqual(players.map(() => 1));
});

test('a worker that dies on the way has told nobody by halves', { tags: ['requirements decision 17'] }, async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => reader('daily', 'Dying')));
  await tellAt('2040-09-10T12:00:00Z');
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
  await expect(tellReleases({ ...server, jobs, now })).rejects.toThrow('gone');
  expect(await Promise.all(players.map(count))).toEqual([0, 0, 0, 0]);
  await tellAt('2040-09-11T07:01:00Z');
  expect(await Promise.all(players.map(count))).toEqual([1, 1, 1, 1]);
});

test('a heavy day is one mail with its newest thirty; the rest is counted and not told again', {
  tags: ['requirements decision 17'],
}, async () => {
  const player = await reader('daily', 'Heavy');
  await tellAt('2040-10-01T12:00:00Z');
  for (let minute = 10; minute < 43; minute += 1) {
    await release(`No ${minute}`, `2040-10-01T13:${minute}:00Z`, { packages: ['Heavy'] });
  }
  await tellAt('2040-10-02T07:00:00Z');
  const mail = await server.mail(player.email);
  expect(mail.subject).toBe('33 new promos');
  expect(mail.text.match(/No \d+/g)).toHaveLength(30);
  expect(mail.text).toContain(`and 3 more:\n${server.address.url}/releases\n`);
  await tellAt('2040-10-03T07:00:00Z');
  expect(await count(player)).toBe(1);
});
