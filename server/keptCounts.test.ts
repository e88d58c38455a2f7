import { ReactionKind } from '@promenade/contract/catalogue';
import { staffReleases } from '@promenade/contract/label';
import { react, reportOpen, reportPlay, withdrawReaction } from '@promenade/contract/library';
import { labelReport } from '@promenade/contract/reports';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changePackages, setDisabled } from './accounts/account.ts';
import { mergeNames } from './accounts/names.ts';
import { deleteExclusion, insertExclusion, setEnd } from './catalogue/withdrawQueries.ts';
import { deleteListens } from './library/listenQueries.ts';
import { inTransaction } from './platform/database/db.ts';
import { deleteMailEvents } from './platform/mail/mail.ts';
import { deleteAccount } from './privacy/deletion.ts';
import { reachCounts, recipientRows } from './reports/activityQueries.ts';
import type { TestRelease } from './testing/releases.ts';
import { type SignedIn, startTestServer } from './testing/testServer.ts';

const server = await startTestServer();
const { db } = server;
const HOUR_MS = 3600_000;
const DURATION = 60;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const act = fc.record({
  who: fc.constantFrom(...NAMES),
  what: fc.constantFrom(
    ...(['open', 'open', 'hear', 'hear', 'hear', 'wav', 'mp3', 'mail', 'mail', 'bounce', 'write', 'share'] as const),
    ...(['react', 'unreact', 'tell', 'give', 'take', 'exclude', 'include', 'end', 'withdraw', 'restore'] as const),
    ...(['disable', 'enable', 'join', 'leave', 'lengthen', 'lose track', 'forget', 'delete account', 'merge'] as const),
  ),
  release: fc.nat(2),
  track: fc.nat(1),
  from: fc.nat(DURATION - 1),
  seconds: fc.integer({ min: 1, max: DURATION }),
  hours: fc.integer({ min: 1, max: 23 }),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
/** Acts that run at the same time. */
const history = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 10, maxLength: 20 });

interface World {
  packages: [string, string];
  people: Record<(typeof NAMES)[number], SignedIn>;
  releases: TestRelease[];
}

test('after any acts what is kept equals a recount of the rows, and reports say the same', {
  tags: ['requirements decision 35'],
}, async () => {
  const operator = await server.signedIn({ operator: true });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(history, async (acts) => {
      run += 1;
      const packages: World['packages'] = [`Package ${run}`, `Other ${run}`];
      const label = { name: `Label ${run}`, contact: null };
      const available = Date.now() - 48 * HOUR_MS;
      const releases: TestRelease[] = [];
      for (const [index, held] of [packages, packages.slice(0, 1), packages.slice(1)].entries())
        releases.push(
          await server.release({
            packages: held,
            label,
            available: new Date(available + index),
            songs: [{ duration: DURATION }, { duration: DURATION - 0.5 }],
          }),
        );
      const people = {} as World['people'];
      for (const [index, name] of NAMES.entries()) people[name] = await createPerson([packages[index % 2] as string]);
      const world = { packages, people, releases };
      for (const group of acts) {
        // Who is deleted does nothing at the same time.
        const alone = group.filter(({ what }) => what === 'delete account' || what === 'merge');
        await Promise.all(group.filter((act) => !alone.includes(act)).map((act) => apply(act, world)));
        for (const act of alone) await apply(act, world);
      }

      expect(await listDifferences()).toEqual([]);
      const labelid = await getLabelId(label.name);
      const { body: report } = await operator.call(labelReport, { query: { labelid } });
      const { body: table } = await operator.call(staffReleases, { query: { labelid } });
      for (const release of releases) {
        const counted = await recount(release);
        const shown = report.releases.find(({ releaseid }) => releaseid === release.releaseid);
        expect(shown ?? { recipients: 0 }).toMatchObject(counted['recipients'] ? counted : { recipients: 0 });
        const { recipients, opened, heard, downloaded } = counted;
        expect(table.items).toContainEqual(
          expect.objectContaining({ releaseid: release.releaseid, recipients, opened, heard, downloaded }),
        );
      }
      const [group] = report.countries;
      expect(group ?? null).toEqual(await recountPeople(releases));
    }),
    { numRuns: 8 },
  );
});

async function createPerson(packages: string[]): Promise<SignedIn> {
  const person = await server.signedIn({ packages, told_at: new Date(0) });
  await db.updateTable('accounts').set({ country: 'DE' }).where('id', '=', person.accountid).execute();
  return person;
}

async function getLabelId(name: string): Promise<string> {
  const { rows } = await sql<{ labelid: string }>`select labelid from labels where name = ${name}`.execute(db);
  return rows[0]?.labelid ?? '';
}

/** Rows that are kept and differ from what they count, of all runs so far. */
async function listDifferences(): Promise<unknown[]> {
  const figures = ['mailed', 'opened', 'heard', 'finished', 'downloaded', 'wrote', 'passedon', 'reacted'];
  const counted = await sql`
    with did as (
      select release_id, account_id, 'mailed' as figure, 1 as n from mail_events where kind = 'handed over'
      union all select release_id, account_id, 'opened', 1 from release_opens where reportable
      union all select release_id, account_id, 'heard', 1 from plays where reported <> '{}'
      union all select release_id, account_id, 'seconds', seconds from plays
      union all select p.release_id, account_id, 'finished', 1 from plays p join tracks t on t.id = p.track_id
        where reported <> '{}' and seconds >= 0.9 * duration
      union all select release_id, account_id, 'downloaded', 1 from downloaded_tracks where reportable
      union all select release_id, account_id, 'wrote', 1 from comments
      union all select release_id, from_id, 'passedon', 1 from shares
      union all select release_id, account_id, 'reacted', 1 from reactions
    ), counted as (
      select release_id, account_id, figure, sum(n) as n from did group by 1, 2, 3 having sum(n) <> 0
    ), kept as (
      select release_id, account_id, figure, n::int as n from account_reach r,
        jsonb_each_text(to_jsonb(r) - 'release_id' - 'account_id') figures (figure, n) where n <> '0'
    ) (select * from counted except select * from kept) union all (select * from kept except select * from counted)`.execute(
    db,
  );
  const sets = await sql`
    with kept as (
      select release_id, 256 * block + n as account_id, figure from release_reach r,
        jsonb_each_text(to_jsonb(r) - 'release_id' - 'block') sets (figure, accounts), generate_series(0, 255) n
      where substr(accounts, n + 1, 1) = '1'
    ), counted as (
      select release_id, account_id, figure from account_reach r, jsonb_each_text(to_jsonb(r)) figures (figure, n)
      where figure = any(${figures}) and n <> '0'
    ) (select * from counted except select * from kept) union all (select * from kept except select * from counted)`.execute(
    db,
  );
  const empty = await sql`
    select release_id from account_reach r where to_jsonb(r) - 'release_id' - 'account_id' <@ jsonb_build_object(
      ${sql.join([...figures, 'seconds'].map((figure) => sql`${sql.lit(figure)}, 0`))})`.execute(db);
  return [...counted.rows, ...sets.rows, ...empty.rows];
}

async function recount({ id }: TestRelease): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with ${recipientRows(sql`${id}::int`)} select ${reachCounts} from recipient left join did using (account_id)`.execute(
    db,
  );
  return rows[0] ?? {};
}

/** All people are of one country. */
async function recountPeople(releases: TestRelease[]) {
  const { rows } = await sql<{ account_id: number; opened: boolean; heard: boolean; seconds: number }>`
    select people.* from unnest(${releases.map(({ id }) => id)}::int[]) release (id) cross join lateral (
      with ${recipientRows(sql`release.id`)} select * from recipient left join did using (account_id)) people`.execute(
    db,
  );
  const countOf = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(isMeant).map(({ account_id }) => account_id)).size;
  const seconds = rows.reduce((sum, row) => sum + (row.seconds ?? 0), 0);
  if (rows.length === 0) return null;
  const minutes = Number((seconds / 60 + 1e-9).toFixed(1));
  const [opened, heard] = [countOf((row) => row.opened), countOf((row) => row.heard)];
  return { name: 'DE', recipients: countOf(() => true), opened, heard, minutes };
}

async function apply({ who, what, track, from, hours, ...act }: Act, { people, releases, packages }: World) {
  const release = releases[act.release] as TestRelease;
  const params = { releaseid: release.releaseid };
  const { accountid, playerid, email, call } = people[who];
  const trackid = release.trackids[track] ?? '';
  const now = server.now();
  const at = new Date(now.getTime() - hours * HOUR_MS);
  const [held, other] = packages;
  const ofTrack = sql`from tracks t, accounts a where t.trackid = ${trackid} and a.id = ${accountid}`;
  const acts: Record<Act['what'], () => Promise<unknown>> = {
    open: () => call(reportOpen, { params }),
    hear: async () => {
      const ranges: [number, number][] = [[from, Math.min(DURATION, from + act.seconds)]];
      const listen = { listenid: crypto.randomUUID(), startedat: at.toISOString(), source: 'gallery' as const };
      await server.insertStreams({ accountid, playerid }, [trackid]);
      await call(reportPlay, { body: { trackid, seconds: 0, ranges, ...listen } });
    },
    wav: () => insertDownload('wav'),
    mp3: () => insertDownload('mp3'),
    mail: () =>
      sql`insert into mail_events (mail_id, release_id, account_id, kind, at)
      values (gen_random_uuid(), ${release.id}, ${accountid}, 'handed over', ${at})`.execute(db),
    bounce: () => sql`update mail_events set kind = 'bounced' where account_id = ${accountid}`.execute(db),
    write: () =>
      sql`insert into comments (release_id, account_id, player_email, type_id, message, at)
      values (${release.id}, ${accountid}, 'x@test.example', 1, 'x', ${at})`.execute(db),
    share: () =>
      sql`insert into shares (release_id, from_id, to_id, message, at)
      values (${release.id}, ${accountid}, ${people.a.accountid}, 'x', ${at}) on conflict do nothing`.execute(db),
    react: () => call(react, { params, body: { kind: ReactionKind.options[hours % 3] ?? 'rotation' } }),
    unreact: () => call(withdrawReaction, { params }),
    tell: async () => {
      await db
        .updateTable('accounts')
        .set({ told_at: hours % 2 ? null : now })
        .where('id', '=', accountid)
        .execute();
    },
    give: () => changePackages(server, email, { add: [packages[track] ?? held], remove: [] }),
    take: () => changePackages(server, email, { add: [], remove: [packages[track] ?? held] }),
    exclude: () => insertExclusion(db, release.id, accountid, now),
    include: () => deleteExclusion(db, release.id, accountid),
    end: () => setEnd(db, release.id, hours % 2 ? now : null, now),
    withdraw: () => server.setState(release, 'withdrawn'),
    restore: () => server.setState(release, 'available'),
    disable: () => setDisabled(server, email, true).catch(() => {}),
    enable: () => setDisabled(server, email, false).catch(() => {}),
    join: () => server.joinLabel(people[who], release, 'viewer'),
    leave: () => sql`delete from account_label where account_id = ${accountid}`.execute(db),
    lengthen: () =>
      sql`update tracks set duration = ${DURATION * 1.5 - act.seconds} where trackid = ${trackid}`.execute(db),
    'lose track': () =>
      sql`delete from tracks where trackid = ${trackid} and ${hours} > 20 and release_id = ${release.id}`.execute(db),
    forget: async () => {
      await deleteListens(db, at);
      await deleteMailEvents(db, at);
    },
    'delete account': async () => {
      await inTransaction(db, (db) =>
        deleteAccount(
          { db, jobs: server.jobs },
          { accountid, playerid, email: undefined, language: 'en' },
          'command',
          now,
        ),
      );
      people[who] = await createPerson([held]);
    },
    merge: async () => {
      if (packages[0] === packages[1]) return;
      await mergeNames(server, 'packages', other, held);
      packages[1] = held;
    },
  };
  const insertDownload = (format: string) =>
    sql`
    insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, reportable)
    select a.id, t.id, t.release_id, ${format}, ${at}, a.told_at is not null ${ofTrack}
    on conflict (account_id, track_id, format) do update
      set reportable = downloaded_tracks.reportable or excluded.reportable`.execute(db);
  await acts[what]();
}
