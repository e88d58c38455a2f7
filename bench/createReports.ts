import { createAccount } from '../server/access/accounts.ts';
import { upsertLabelMember } from '../server/access/staffQueries.ts';
import type { AppContext } from '../server/platform/context.ts';
import { createRelease } from '../server/testing/releases.ts';
import { ACCOUNT } from './createCatalogue.ts';

const RECIPIENTS = 10_000;
const TRACKS = 12;
/** A page of the label's table. */
const REPORTED_RELEASES = 40;
const RELEASES = 10_000;

/**
 * Fills an empty database with a label and its 10,000 releases to 10,000 recipients, 40 of which were mailed to all, opened
 * by six in ten, heard by four (five of twelve tracks) and downloaded by one. The account is staff of the label.
 */
export async function createReports(context: AppContext): Promise<void> {
  const { db, pool } = context;
  await db.insertInto('packages').values({ name: 'Bench' }).execute();
  const { accountid } = await createAccount(db, ACCOUNT);
  await pool.query(
    `insert into accounts (status, verified, firstname, lastname, title, company, country, told_at)
     select 'active', true, 'Recipient', n::text, 'Editor', 'Company ' || n % 900, (array['DE','FR','GB','US','CA'])[1 + n % 5],
       now() - interval '1 year' from generate_series(1, ${RECIPIENTS}) n`,
  );
  await pool.query(`insert into account_package (account_id, package_id, since)
    select a.id, p.id, now() - interval '1 year' from accounts a, packages p where p.name = 'Bench' and a.id <> ${accountid}`);
  const ids: number[] = [];
  for (let n = 0; n < REPORTED_RELEASES; n++) {
    const options = { title: `Release ${n}`, tracks: TRACKS, duration: 240, packages: ['Bench'] };
    ids.push((await createRelease(context, { ...options, label: { name: 'Bench Records', contact: null } })).id);
  }
  const { owner_label_id: labelId } = await db
    .selectFrom('releases')
    .where('id', '=', ids[0] ?? 0)
    .select('owner_label_id')
    .executeTakeFirstOrThrow();
  await upsertLabelMember(db, { accountid, labelId: labelId ?? 0, role: 'editor' }, 'command', context.now());
  await copyRelease(context, ids[0] ?? 0, RELEASES - REPORTED_RELEASES);
  // An account that opened a release has a number below 6 in this order, one that heard it below 4.
  const people = `from releases r join account_package p on p.package_id = any(r.audience)
    cross join lateral (select (p.account_id * 7919 + r.id * 104729) % 10 as place) x where r.id = any($1)`;
  await pool.query(
    `insert into mail_events (mail_id, release_id, account_id, kind, at)
     select gen_random_uuid(), r.id, p.account_id, 'handed over', now() - interval '20 days' ${people}`,
    [ids],
  );
  await pool.query(
    `insert into release_opens (account_id, release_id, reportable, first_at, last_at)
     select p.account_id, r.id, true, now() - make_interval(hours => p.account_id % 480), now() ${people} and place < 6`,
    [ids],
  );
  const listens = `select gen_random_uuid() as listenid, p.account_id, t.id as track_id, r.id as release_id,
      now() - make_interval(hours => (p.account_id * t.ordinal) % 480) as started_at, 'gallery' as source, true as reportable,
      int4multirange(int4range(0, 60 + p.account_id % 60), int4range(150, 240 - p.account_id % 40)) as heard, now() as updated_at
    from releases r join account_package p on p.package_id = any(r.audience)
    cross join lateral (select (p.account_id * 7919 + r.id * 104729) % 10 as place) x
    join tracks t on t.release_id = r.id where r.id = any($1) and place < 4 and (t.ordinal + p.account_id) % ${TRACKS} < 5`;
  await pool.query(`insert into listens ${listens}`, [ids]);
  await pool.query(
    `insert into plays (account_id, track_id, release_id, played_at, heard, reported)
     select account_id, track_id, release_id, started_at, heard, heard from listens`,
  );
  await pool.query(
    `insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, reportable)
     select p.account_id, t.id, r.id, 'wav', now() - interval '5 days', true
     from releases r join account_package p on p.package_id = any(r.audience)
     cross join lateral (select (p.account_id * 7919 + r.id * 104729) % 10 as place) x
     join tracks t on t.release_id = r.id where r.id = any($1) and place = 0`,
    [ids],
  );
  await pool.query('vacuum analyze');
}

/** Inserts older copies of a release. */
async function copyRelease({ pool }: AppContext, id: number, count: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_name = 'releases' and is_identity = 'NO' and is_generated = 'NEVER'`,
  );
  const values: Record<string, string> = {
    releaseid: 'gen_random_uuid()',
    identity: 'gen_random_uuid()',
    available_at: 'available_at - make_interval(hours => n)',
  };
  const names = rows.map(({ name }) => name);
  await pool.query(
    `insert into releases (${names.join()})
     select ${names.map((name) => values[name] ?? name).join()} from releases, generate_series(1, ${count}) n where id = $1`,
    [id],
  );
}
