import { ReactionKind } from '@promenade/contract/catalogue';
import { react, reportOpen, reportPlay } from '@promenade/contract/library';
import { confirmTold } from '@promenade/contract/profile';
import { type ReleaseReport, releaseReport, reportRecipients } from '@promenade/contract/reports';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { hadRelease, insertFormerPackages, insertFormerRecipient } from '../catalogue/names/formerQueries.ts';
import { deliveredTo } from '../catalogue/recipientQueries.ts';
import { audienceOfAccount } from '../catalogue/rowQueries.ts';
import { insertExclusion } from '../catalogue/withdrawQueries.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const { db } = server;
const HOUR_MS = 3600_000;
const DURATION = 60;
const told_at = new Date(0);
const names = ['a', 'b', 'c', 'untold', 'staff', 'operator', 'disabled', 'late'] as const;
const people = {} as Record<(typeof names)[number], SignedIn>;

beforeAll(async () => {
  for (const name of names)
    people[name] = await server.signedIn({ ...(name !== 'untold' && { told_at }), operator: name === 'operator' });
  const columns = { country: 'DE', company: ' Radio ' };
  await db.updateTable('accounts').set(columns).where('id', 'in', [people.a.accountid, people.b.accountid]).execute();
});

interface Recount
  extends Pick<
    ReleaseReport,
    'recipients' | 'minutes' | 'days' | 'reactions' | 'countries' | 'companies' | 'ownstaff'
  > {
  counts: Record<string, number>;
  tracks: Pick<ReleaseReport['tracks'][number], 'heard' | 'seconds' | 'strip'>[];
  accounts: number[];
  former: number[];
}

type Row = { account_id: number; track_id: number; at: Date; first_at: Date; seconds: number[]; format: string };

/** The report of a release from the rows below it, in the plainest way. */
async function recount({ id }: TestRelease): Promise<Recount> {
  const select = async (statement: string) => (await server.pool.query<Row>(statement, [id])).rows;
  const { rows } = await server.pool.query('select * from releases where id = $1', [id]);
  const release = rows[0] as Record<'audience' | 'excluded', number[]> &
    Record<'withdrawn_at' | 'ends_at', Date | null>;
  const accounts = (await server.pool.query('select * from accounts')).rows as {
    id: number;
    status: string;
    operator: boolean;
    country: string;
    company: string;
  }[];
  const held = (await server.pool.query('select * from account_package')).rows as {
    account_id: number;
    package_id: number;
    since: Date;
  }[];
  const former = (await select('select * from release_former_recipient where release_id = $1')).map(accountOf);
  const staff = (
    await select(`select s.* from account_label s join releases r on r.owner_label_id = s.label_id
    where r.id = $1`)
  ).map(accountOf);
  const stops = [release.withdrawn_at, release.ends_at].flatMap((at) => (at ? [at.getTime()] : []));
  const stop = Math.min(...stops, Infinity);
  const isDelivered = (id: number) =>
    !release.excluded?.includes(-id) &&
    (release.audience.includes(-id) ||
      held.some(
        ({ account_id, package_id, since }) =>
          account_id === id &&
          release.audience.includes(package_id) &&
          !(stop <= Date.now() && stop <= since.getTime()),
      ));
  const active = accounts.filter(({ status, operator }) => status === 'active' && !operator);
  const recipients = active.filter(({ id }) => !staff.includes(id) && (isDelivered(id) || former.includes(id)));
  const ids = new Set(recipients.map(({ id }) => id));

  const listens = await select(`select account_id, track_id, started_at as at, listenid, array(
    select generate_series(lower(s), upper(s) - 1) from unnest(heard) s) as seconds
    from listens where release_id = $1 and reportable and heard <> '{}' order by started_at, listenid`);
  const opens = await select('select * from release_opens where release_id = $1 and reportable');
  const downloads = await select(
    'select account_id, format, downloaded_at as at from downloaded_tracks where release_id = $1 and reportable',
  );
  const mailed = await select(`select account_id from mail_events where release_id = $1 and kind = 'handed over'`);
  const wrote = await select('select account_id from comments where release_id = $1');
  const passedOn = await select('select from_id as account_id from shares where release_id = $1');
  const reacted = await select('select account_id, kind as format from reactions where release_id = $1');
  const tracks = (
    await server.pool.query('select id, duration from tracks where release_id = $1 order by ordinal', [id])
  ).rows as { id: number; duration: number }[];

  const count = (rows: { account_id: number }[], among: Set<number> = ids) =>
    new Set(rows.map(accountOf).filter((account) => among.has(account))).size;
  const secondsOf = (account: number, track: number) =>
    new Set(
      listens.filter((row) => row.account_id === account && row.track_id === track).flatMap((row) => row.seconds),
    );
  const heard = tracks.map(({ id, duration }) => {
    const sets = [...ids].map((account) => secondsOf(account, id)).filter(({ size }) => size > 0);
    return {
      heard: sets.length,
      seconds: sets.reduce((sum, { size }) => sum + size, 0),
      strip: Array.from({ length: Math.ceil(duration) }, (_, second) => sets.filter((set) => set.has(second)).length),
    };
  });
  const finished = [...ids].filter((account) =>
    tracks.some(({ id, duration }) => secondsOf(account, id).size >= 0.9 * duration),
  );
  const own = new Set(active.filter(({ id }) => staff.includes(id)).map(({ id }) => id));
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const dated = [...listens.map(({ at }) => at), ...opens.map((row) => row.first_at), ...downloads.map(({ at }) => at)];
  const known = new Set<string>();
  const countNew = ({ account_id, track_id, seconds }: Row) =>
    seconds.filter((second) => {
      const key = [account_id, track_id, second].join(' ');
      return !known.has(key) && known.add(key);
    }).length;
  let soFar = 0;
  const days = [...new Set(dated.map(dayOf))].sort().map((day) => {
    const today = listens.filter((row) => dayOf(row.at) === day && ids.has(row.account_id));
    const former = toMinutes(soFar);
    return {
      day,
      opened: count(opens.filter((row) => dayOf(row.first_at) === day)),
      heard: count(today),
      minutes: Number((toMinutes((soFar += sum(today.map(countNew)))) - former).toFixed(1)),
      downloaded: count(downloads.filter((row) => dayOf(row.at) === day)),
    };
  });
  const group = (values: string[]) =>
    [...new Set(values)]
      .filter((name) => name !== '')
      .map((name) => ({ name, recipients: values.filter((value) => value === name).length }))
      .sort((a, b) => b.recipients - a.recipients || (a.name < b.name ? -1 : 1));
  return {
    recipients: recipients.length,
    minutes: toMinutes(heard.reduce((sum, { seconds }) => sum + seconds, 0)),
    counts: {
      mailed: count(mailed),
      opened: count(opens),
      heard: count(listens),
      finished: finished.length,
      downloaded: count(downloads),
      wrote: count(wrote),
      passedon: count(passedOn),
      reacted: count(reacted),
      downloadedwav: count(downloads.filter(({ format }) => format === 'wav')),
      downloadedmp3: count(downloads.filter(({ format }) => format === 'mp3')),
    },
    ownstaff: { opened: count(opens, own), heard: count(listens, own), downloaded: count(downloads, own) },
    reactions: Object.fromEntries(
      ReactionKind.options.map((kind) => [kind, count(reacted.filter(({ format }) => format === kind))]),
    ) as Recount['reactions'],
    tracks: heard,
    days: days.filter(({ opened, heard, downloaded }) => opened + heard + downloaded > 0),
    countries: group(recipients.map(({ country }) => country)),
    companies: group(recipients.map(({ company }) => company.trim())),
    accounts: [...ids],
    former: former.filter((id) => ids.has(id) && !isDelivered(id)),
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const accountOf = ({ account_id }: { account_id: number }) => account_id;
const toMinutes = (seconds: number) => Number((seconds / 60 + 1e-9).toFixed(1));

const event = fc.record({
  who: fc.constantFrom(...names),
  what: fc.constantFrom('open', 'hear', 'hear', 'wav', 'mp3', 'mail', 'bounce', 'write', 'share', 'react', 'tell'),
  release: fc.nat(2),
  track: fc.nat(1),
  from: fc.nat(DURATION - 1),
  seconds: fc.integer({ min: 1, max: DURATION }),
  hours: fc.integer({ min: 1, max: 23 }),
});
const history = fc.record({
  events: fc.array(event, { minLength: 30, maxLength: 50 }),
  excluded: fc.constantFrom('a', 'b', 'untold'),
  loses: fc.constantFrom('b', 'c', 'staff'),
  ends: fc.constantFrom('withdrawn', 'ended', undefined),
});

test('every number of a report equals a recount of the rows', {
  tags: ['requirements decision 35'],
}, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ events, excluded, loses, ends }) => {
      run += 1;
      const packages = [`Package ${run}`];
      const releases: TestRelease[] = [];
      // The label's others are older by moments: it is compared with them, at its own age.
      const available = Date.now() - 48 * HOUR_MS;
      for (const [index, title] of ['First', 'Second', 'Reported'].entries())
        releases.push(
          await server.release({
            title,
            packages,
            label: { name: `Label ${run}`, contact: null },
            available: new Date(available + index),
            songs: [{ duration: DURATION }, { duration: DURATION - 0.5 }],
          }),
        );
      const release = releases.at(-1);
      if (!release) throw new Error('No release.');
      for (const name of ['staff', 'operator'] as const) await server.joinLabel(people[name], release, 'viewer');
      const grant = (...given: SignedIn[]) =>
        sql`
        insert into account_package (account_id, package_id, since)
        select a, p.id, now() from unnest(${given.map(({ accountid }) => accountid)}::int[]) a, packages p
        where p.name = ${packages[0]}`.execute(db);
      await db.updateTable('accounts').set({ told_at: null }).where('id', '=', people.untold.accountid).execute();
      await db.updateTable('accounts').set({ status: 'active' }).where('id', '=', people.disabled.accountid).execute();
      await grant(...names.flatMap((name) => (name === 'late' ? [] : [people[name]])));
      for (const event of events) if (event.who !== 'late') await apply(event, releases);

      await insertFormerRecipient(db, people[excluded].accountid, release.id);
      await insertExclusion(db, release.id, people[excluded].accountid, server.now());
      const { rows } = await sql<{ id: number }>`select id from packages where name = ${packages[0]}`.execute(db);
      await insertFormerPackages(db, people[loses].accountid, [rows[0]?.id ?? 0]);
      await db
        .deleteFrom('account_package')
        .where('account_id', '=', people[loses].accountid)
        .where('package_id', '=', rows[0]?.id ?? 0)
        .execute();
      if (ends === 'withdrawn') await server.setState(release, 'withdrawn');
      if (ends === 'ended') await sql`update releases set ends_at = now() where id = ${release.id}`.execute(db);
      await grant(people.late);
      await db
        .updateTable('accounts')
        .set({ status: 'disabled' })
        .where('id', '=', people.disabled.accountid)
        .execute();

      const { call } = people.operator;
      const report = await vi.waitUntil(async () => {
        const { body } = await call(releaseReport, { params: release });
        return body.usual && body;
      });
      const { counts, tracks, accounts, former, ...expected } = await recount(release);
      expect(report).toMatchObject({ ...expected, ...counts, tracks });
      expect(sum(report.days.map(({ minutes }) => minutes))).toBeCloseTo(report.minutes);
      expect(report.people).toMatchObject({ recipients: expected.recipients, former: former.length });
      expect(report.mails.mailed).toBe(counts['mailed']);
      expect(sum(Object.values(report.mails))).toBe(expected.recipients);
      const others = await Promise.all(releases.slice(0, -1).map(recount));
      for (const name of [
        'mailed',
        'opened',
        'heard',
        'finished',
        'downloaded',
        'wrote',
        'passedon',
        'reacted',
      ] as const) {
        const [one = 0, two = 0] = others.map((other) => (other.counts[name] ?? 0) / other.recipients);
        expect(report.usual?.[name]).toBeCloseTo((one + two) / 2);
      }

      const { rows: had } = await sql<{ id: number; had: boolean; delivered: boolean }>`
        select a.id, ${hadRelease(audienceOfAccount)} as had, a.id in ${deliveredTo} as delivered
        from accounts a, releases r where r.id = ${release.id}`.execute(db);
      expect(had.filter((row) => row.had !== row.delivered)).toEqual([]);

      const { rows: ids } = await sql<{ id: number; playerid: string }>`select id, playerid from accounts`.execute(db);
      const { body } = await call(reportRecipients, { params: release, query: { pagesize: 100 } });
      const listed = body.items.map(({ playerid }) => ids.find((row) => row.playerid === playerid)?.id);
      expect(new Set(listed)).toEqual(new Set(accounts));
    }),
    { numRuns: 8 },
  );
});

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function apply({ who, what, track, from, ...event }: Event, releases: TestRelease[]) {
  const release = releases[event.release] as TestRelease;
  const { accountid, playerid, call } = people[who];
  const trackid = release.trackids[track] ?? '';
  const at = new Date(server.now().getTime() - event.hours * HOUR_MS);
  const account = sql`${accountid}::int`;
  if (what === 'tell') await call(confirmTold);
  else if (what === 'react')
    await call(react, {
      params: releases[event.release] as TestRelease,
      body: { kind: ReactionKind.options[event.hours % 4] ?? 'version' },
    });
  else if (what === 'open') await call(reportOpen, { params: release });
  else if (what === 'hear') {
    const ranges: [number, number][] = [[from, Math.min(DURATION, from + event.seconds)]];
    const listen = { listenid: crypto.randomUUID(), startedat: at.toISOString(), source: 'gallery' as const };
    await server.insertStreams({ accountid, playerid }, [trackid]);
    await call(reportPlay, { body: { trackid, seconds: 0, ranges, ...listen } });
  } else if (what === 'mail' || what === 'bounce')
    await sql`insert into mail_events (mail_id, release_id, account_id, kind, at)
      values (gen_random_uuid(), ${release.id}, ${account}, ${what === 'mail' ? 'handed over' : 'bounced'}, ${at})`.execute(
      db,
    );
  else if (what === 'write')
    await sql`insert into comments (release_id, account_id, player_email, type_id, message, at)
      values (${release.id}, ${account}, 'x@test.example', 1, 'x', ${at})`.execute(db);
  else if (what === 'share')
    await sql`insert into shares (release_id, from_id, to_id, message, at)
      values (${release.id}, ${account}, ${people.late.accountid}, 'x', ${at}) on conflict do nothing`.execute(db);
  else
    await sql`insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, reportable)
      select a.id, t.id, t.release_id, ${what}, ${at}, a.told_at is not null
      from tracks t, accounts a where t.trackid = ${trackid} and a.id = ${accountid} on conflict do nothing`.execute(
      db,
    );
}
