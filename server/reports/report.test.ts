import { staffLabels } from '@promenade/contract/label';
import { react, reportOpen, reportPlay } from '@promenade/contract/library';
import { labelReport, releaseReport, reportRecipients, reportSheet, reportTable } from '@promenade/contract/reports';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readPdf } from '../testing/readPdf.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const { db } = server;
const operator = await server.signedIn({ operator: true });
const HOUR_MS = 3600_000;
const DURATION = 60;

test('who may read reports', async () => {
  const options = { packages: ['Matrix'], label: { name: 'Matrix Records', contact: null } };
  const release = await server.release(options);
  const foreign = await server.release({ label: { name: 'Other Records', contact: null } });
  const [viewer, editor, other] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
  await server.joinLabel(viewer, release, 'viewer');
  await server.joinLabel(editor, release, 'editor');
  await server.joinLabel(other, foreign, 'editor');
  const callers = [server, await server.signedIn({ packages: options.packages }), viewer, editor, other, operator];
  const { body } = await viewer.call(staffLabels);
  const query = { labelid: body.items[0]?.labelid ?? '' };
  const calls: Record<string, (caller: Pick<SignedIn, 'call'>) => Promise<{ status: number }>> = {
    report: ({ call }) => call(releaseReport, { params: release }),
    recipients: ({ call }) => call(reportRecipients, { params: release, query: {} }),
    csv: ({ call }) => call(reportTable, { params: release }),
    pdf: ({ call }) => call(reportSheet, { params: release }),
    label: ({ call }) => call(labelReport, { query }),
  };
  for (const [name, send] of Object.entries(calls))
    expect({ [name]: (await Promise.all(callers.map(send))).map(({ status }) => status) }).toEqual({
      [name]: [401, 404, 200, 200, 404, 200],
    });
  const staff = [viewer, editor, operator];
  const mayedit = await Promise.all(staff.map(({ call }) => call(releaseReport, { params: release })));
  expect(mayedit.map(({ body }) => body.mayedit)).toEqual([false, true, true]);
});

/** A release that four people have: Ada heard and downloaded it, Ben opened it, Cleo and Dan did nothing. */
async function createReported(name: string) {
  const [packages, label] = [[name], { name, contact: null }];
  const release = await server.release({
    packages,
    label,
    title: 'Night Ferry',
    artist: 'Zoë',
    songs: [
      { title: 'One', duration: DURATION },
      { title: 'Two', duration: DURATION },
    ],
  });
  const listeners: SignedIn[] = [];
  for (const [firstname, company, country, title] of [
    ['Ada', '=Radio(1)', 'DE', 'Editor'],
    ['Ben', 'Radio One', 'GB', 'DJ'],
    ['Cleo', 'Radio One', 'GB', ''],
    ['Dan', '', 'FR', ''],
  ] as const) {
    const listener = await server.signedIn({ packages, told_at: new Date(0), firstname });
    await db.updateTable('accounts').set({ company, country, title }).where('id', '=', listener.accountid).execute();
    listeners.push(listener);
  }
  const [ada, ben] = listeners as [SignedIn, SignedIn];
  const trackid = release.trackids[1] ?? '';
  const startedat = new Date(server.now().getTime() - HOUR_MS).toISOString();
  const listen = { listenid: crypto.randomUUID(), startedat, source: 'gallery' as const };
  for (const { call } of [ada, ben]) await call(reportOpen, { params: release });
  const said = { kind: 'version', version: 'Clean', note: 'Say it once', trackid, second: 12 } as const;
  await ada.call(react, { params: release, body: said });
  await ben.call(react, { params: release, body: { kind: 'rotation', note: 'On Friday', named: true } });
  await server.insertStreams(ada, [trackid]);
  await ada.call(reportPlay, { body: { ...listen, trackid, seconds: 0, ranges: [[10, 30]] } });
  await sql`insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, reportable)
    select ${ada.accountid}::int, id, release_id, 'wav', now(), true from tracks where trackid = ${trackid}`.execute(
    db,
  );
  return { release, packages, label };
}

test('what operators do counts nowhere, what staff of the label do only as own staff', async () => {
  const { release, packages } = await createReported('Looks');
  const told = { packages, told_at: new Date(0) };
  const [staff, other] = [await server.signedIn(told), await server.signedIn({ ...told, operator: true })];
  await server.joinLabel(staff, release, 'editor');
  for (const { call } of [staff, other]) await call(reportOpen, { params: release });
  const { body } = await other.call(releaseReport, { params: release });
  expect(body).toMatchObject({
    recipients: 4,
    opened: 2,
    heard: 1,
    downloaded: 1,
    ownstaff: { opened: 1, heard: 0, downloaded: 0 },
  });
  const { total } = (await staff.call(reportRecipients, { params: release, query: {} })).body;
  expect(total).toBe(4);
});

test('the minutes of all days are the minutes of the head, after years of listening, too', async () => {
  const { release } = await createReported('Years');
  const daily = sql`select gen_random_uuid() as listenid, a.id as account_id, t.id as track_id, t.release_id,
    now() - make_interval(days => n) as started_at, int4multirange(int4range(n % 60, n % 60 + 1)) as heard
    from generate_series(1, 500) n, tracks t, accounts a
    where t.release_id = ${release.id} and t.ordinal = 1 and a.firstname = 'Ben' and a.id in (
      select account_id from release_opens where release_id = ${release.id})`;
  await sql`
    with listened as (
      insert into listens select listenid, account_id, track_id, release_id, started_at, 'queue', true, heard, started_at
      from (${daily}) daily returning *
    ) insert into plays (account_id, track_id, release_id, played_at, heard, reported)
    select account_id, track_id, release_id, max(started_at), range_agg(heard), range_agg(heard)
    from listened group by account_id, track_id, release_id`.execute(db);
  const { days, minutes, heard } = (await operator.call(releaseReport, { params: release })).body;
  expect({ heard, minutes }).toEqual({ heard: 2, minutes: 1.3 });
  expect(days.length).toBeGreaterThan(500);
  expect(days.reduce((sum, day) => sum + day.minutes, 0)).toBeCloseTo(minutes);
});

test('recipients are filtered by what they did, country and company, and sorted', async () => {
  const { release } = await createReported('Filtered');
  const find = async (query: object) => {
    const { body } = await operator.call(reportRecipients, { params: release, query });
    return body.items.map(({ name }) => name);
  };
  for (const [query, expected] of [
    [{}, ['Ada', 'Ben', 'Cleo', 'Dan']],
    [{ sort: '-name' }, ['Dan', 'Cleo', 'Ben', 'Ada']],
    [{ sort: 'company' }, ['Dan', 'Ada', 'Ben', 'Cleo']],
    [{ sort: '-heard' }, ['Ada', 'Ben', 'Cleo', 'Dan']],
    [{ sort: 'country' }, ['Ada', 'Dan', 'Ben', 'Cleo']],
    [{ state: 'not-opened' }, ['Cleo', 'Dan']],
    [{ state: 'opened', sort: 'name' }, ['Ada', 'Ben']],
    [{ state: 'heard' }, ['Ada']],
    [{ state: 'downloaded' }, ['Ada']],
    [{ state: 'wrote' }, []],
    [{ state: 'reacted', sort: 'name' }, ['Ada', 'Ben']],
    [{ country: 'GB' }, ['Ben', 'Cleo']],
    [{ company: 'Radio One', state: 'not-opened' }, ['Cleo']],
    [{ sort: 'name', page: 2, pagesize: 3 }, ['Dan']],
  ] as const)
    expect({ [JSON.stringify(query)]: await find(query) }).toEqual({ [JSON.stringify(query)]: expected });
});

test('the table has the recipients without formulas, the sheet has totals and names only those who allow it', async () => {
  const { release } = await createReported('Exported');
  const get = async (format: string) => {
    const response = await fetch(`${server.url}/api/label/releases/${release.releaseid}/report.${format}`, {
      headers: { authorization: `Bearer ${operator.token}` },
    });
    return { disposition: response.headers.get('content-disposition') ?? '', bytes: await response.bytes() };
  };
  const csv = await get('csv');
  expect(csv.disposition).toMatch(/^attachment; .*Zo%C3%AB%20-%20Night%20Ferry%20report\.csv$/);
  const [, row = ''] = Buffer.from(csv.bytes).toString().split('\r\n');
  expect(row).toMatch(
    /^Ada,Editor,'=Radio\(1\),DE,yes,,\d{4}-.*Z,1,Two 10–30,20,Two \(wav\),,,Need another version,Clean,Say it once,Two 0:12,$/,
  );

  const pdf = await get('pdf');
  expect(pdf.disposition).toMatch(/^inline; .*Zo%C3%AB%20-%20Night%20Ferry%20report\.pdf$/);
  const { text, isTagged, title } = await readPdf(pdf.bytes);
  expect({ isTagged, title }).toEqual({ isTagged: true, title: 'Night Ferry' });
  for (const shown of [
    '4 people',
    '2 people, 50 %',
    '1 person, 25 %',
    'One',
    '1:00 · heard by 1 person',
    'Germany',
    'Radio One: 2 people',
    '2 people, 50 %, Adding to rotation 1',
    'Need another version: Clean: Say it once · Two 0:12',
    'Adding to rotation: On Friday · Ben, Radio One',
  ])
    expect(text).toContain(shown);
  for (const name of ['Ada', '=Radio(1), ', operator.email]) expect(text).not.toContain(name);
});

test('days are those of the reader, and the sheet and the table say their zone', async () => {
  const [packages, label] = [['Zones'], { name: 'Zones', contact: null }];
  const release = await server.release({ packages, label, available: new Date('2026-10-01T22:30:00.000Z') });
  const { accountid } = await server.signedIn({ packages, told_at: new Date(0) });
  await sql`insert into release_opens (account_id, release_id, reportable, first_at, last_at)
    values (${accountid}, ${release.id}, true, '2026-10-02T22:30:00Z', '2026-10-02T22:30:00Z')`.execute(db);
  const daysIn = async (query: object) =>
    (await operator.call(releaseReport, { params: release, query })).body.days.map(({ day }) => day);
  expect(await daysIn({})).toEqual(['2026-10-02']);
  expect(await daysIn({ zone: 'Europe/Berlin' })).toEqual(['2026-10-03']);
  expect(await daysIn({ zone: 'Nowhere' })).toEqual(['2026-10-02']);
  const get = async (file: string) =>
    (
      await fetch(`${server.url}/api/label/releases/${release.releaseid}/${file}`, {
        headers: { authorization: `Bearer ${operator.token}` },
      })
    ).bytes();
  const { text } = await readPdf(await get('report.pdf?zone=Europe/Berlin'));
  for (const shown of ['Available October 02, 2026', 'October 03, 2026: opened by 1', '(Europe/Berlin)'])
    expect(text).toContain(shown);
  expect(Buffer.from(await get('report.csv')).toString()).toContain('Mailed (UTC),Opened (UTC)');
  const query = { labelid: (await operator.call(releaseReport, { params: release })).body.release.labelid ?? '' };
  const on = async (day: string, zone: string) =>
    (await operator.call(labelReport, { query: { ...query, from: day, to: day, zone } })).body.total;
  expect([await on('2026-10-01', 'UTC'), await on('2026-10-02', 'UTC')]).toEqual([1, 0]);
  expect([await on('2026-10-01', 'Europe/Berlin'), await on('2026-10-02', 'Europe/Berlin')]).toEqual([0, 1]);
});

test('a report is compared with what earlier releases had at its age', async () => {
  const [packages, label] = [['Ages'], { name: 'Ages', contact: null }];
  const daysAgo = (days: number) => new Date(server.now().getTime() - days * 24 * HOUR_MS);
  const earlier = await server.release({ packages, label, available: daysAgo(30), songs: [{ duration: DURATION }] });
  const release = await server.release({ packages, label, available: daysAgo(2) });
  await server.release({ packages, label, available: daysAgo(1) });
  const people = [1, 20].map(async (day) => {
    const { accountid } = await server.signedIn({ packages, told_at: new Date(0) });
    const at = daysAgo(30 - day);
    const ids = sql`${accountid}::int, ${earlier.id}::int`;
    await sql`insert into release_opens (account_id, release_id, reportable, first_at, last_at)
      values (${ids}, true, ${at}, ${daysAgo(0)})`.execute(db);
    await sql`insert into mail_events (account_id, release_id, mail_id, kind, at)
      values (${ids}, gen_random_uuid(), 'handed over', ${at})`.execute(db);
    await sql`insert into listens (account_id, release_id, listenid, track_id, started_at, source, reportable, heard, updated_at)
      select ${ids}, gen_random_uuid(), id, ${at}, 'gallery', true, ${`{[0,${DURATION})}`}, ${at}
      from tracks where release_id = ${earlier.id}`.execute(db);
    await sql`insert into downloaded_tracks (account_id, release_id, track_id, format, first_at, downloaded_at, reportable)
      select ${ids}, id, 'wav', ${at}, ${daysAgo(0)}, true from tracks where release_id = ${earlier.id}`.execute(db);
    await sql`insert into comments (account_id, release_id, player_email, type_id, message, at)
      values (${ids}, 'x@test.example', 1, 'x', ${at})`.execute(db);
    await sql`insert into reactions (account_id, release_id, kind, at) values (${ids}, 'rotation', ${at})`.execute(db);
  });
  await Promise.all(people);
  const usual = await vi.waitUntil(async () => (await operator.call(releaseReport, { params: release })).body.usual);
  const share = 1 / 2;
  expect(usual).toEqual({
    releases: 1,
    mailed: share,
    opened: share,
    heard: share,
    finished: share,
    downloaded: share,
    wrote: share,
    passedon: 0,
    reacted: share,
  });
  // Nothing is older.
  expect((await operator.call(releaseReport, { params: earlier })).body.usual).toBeNull();
});

test('the report of a label has its releases of a period, groups of people and who is silent', async () => {
  const { release, packages, label } = await createReported('Totals');
  const labelid = (await operator.call(releaseReport, { params: release })).body.release.labelid ?? '';
  await server.release({ packages, label, title: 'Old', available: new Date(Date.now() - 500 * 24 * HOUR_MS) });
  const get = async (query: object) => (await operator.call(labelReport, { query: { labelid, ...query } })).body;
  const { releases, total, countries, companies, silent, silenttotal } = await get({});
  expect({ releases, total }).toMatchObject({
    releases: [{ title: 'Night Ferry', recipients: 4, opened: 2, heard: 1, downloaded: 1, minutes: 0.3 }],
    total: 1,
  });
  expect(countries).toEqual([
    { name: 'GB', recipients: 2, opened: 1, heard: 0, minutes: 0 },
    { name: 'DE', recipients: 1, opened: 1, heard: 1, minutes: 0.3 },
    { name: 'FR', recipients: 1, opened: 0, heard: 0, minutes: 0 },
  ]);
  expect(companies.map(({ name, recipients }) => [name, recipients])).toEqual([
    ['Radio One', 2],
    ['=Radio(1)', 1],
  ]);
  expect(silent.map(({ name }) => name)).toEqual(['Ben', 'Cleo', 'Dan']);
  expect(silenttotal).toBe(3);
  expect((await get({ from: '2020-01-01', to: '2099-01-01' })).releases.map(({ title }) => title)).toContain('Old');
  expect((await get({ from: '2020-01-01', to: '2020-02-01' })).total).toBe(0);
});
