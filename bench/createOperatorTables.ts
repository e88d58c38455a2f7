import type { AppContext } from '../server/platform/context.ts';
import { ACCOUNT } from './createCatalogue.ts';

const STATEMENTS = [
  // A hundredth applied, another one is disabled, and a hundredth gets no mails.
  `with made as (
     insert into accounts (status, firstname, lastname, company, country, verified, label_staff)
     select case n % 100 when 0 then 'pending' when 1 then 'disabled' else 'active' end, 'Person ' || n % 977,
       'Of ' || md5(n::text), 'Station ' || n % 5000, (array['DE','FR','GB','US'])[1 + n % 4], n % 3 > 0, n % 50 = 2
     from generate_series(1, 50000) n returning id, status, firstname
   ), addressed as (
     insert into account_emails (email, account_id)
     select 'person' || id || '@station' || id % 5000 || '.example', id from made
   ), suppressed as (
     insert into suppressions (address, since, reason)
     select 'person' || id || '@station' || id % 5000 || '.example', now(), 'unknown user' from made where id % 100 = 7
   ), networked as (
     insert into known_networks (account_id, network, last_at) select id, '192.0.2.' || id % 250, now() from made
   )
   insert into applications (account_id, answers, created_at)
   select id, jsonb_build_object('first_name', firstname), now() from made where status = 'pending'`,
  `insert into account_package (account_id, package_id)
   select a.id, k.id from accounts a join packages k on k.name = 'Everyone' or (a.id + k.id) % 4 = 0 on conflict do nothing`,
  `insert into account_label (account_id, label_id, role, since, granted_by)
   select a.id, 1 + a.id % (select count(*)::int from labels), 'editor', now(), 'command' from accounts a where label_staff`,
  `update releases r set owner_label_id = l.label_id from release_label l where l.release_id = r.id`,
  `insert into audit (at, actor, action, subject, after)
   select now() - make_interval(secs => (200000 - n) * 300), case n % 5 when 0 then 'command' else a.playerid::text end,
     (array['account.sign-in', 'account.packages', 'release.edit', 'account.locked'])[1 + n % 4],
     case when n % 4 = 2 then r.releaseid::text else a.playerid::text end, jsonb_build_object('n', n)
   from generate_series(1, 200000) n join accounts a on a.id = 1 + n % 49999 join releases r on r.id = 1 + n % 99999
   order by n`,
  `insert into mails (kind, recipient, subject, created_at, sent_at, problem)
   select 'reset', 'person' || n || '@station' || n % 5000 || '.example', 'Your link', now() - make_interval(secs => n * 10),
     case when n % 100 > 1 then now() end, case n % 100 when 0 then 'Connection refused' end
   from generate_series(1, 50000) n`,
  `update accounts set operator = true where id = (select account_id from account_emails where email = '${ACCOUNT.email}')`,
  'vacuum analyze',
];

/** Fills what operators list beside the catalogue: 50,000 accounts, 200,000 lines of the audit trail, 50,000 mails. */
export async function createOperatorTables({ pool }: Pick<AppContext, 'pool'>): Promise<void> {
  for (const statement of STATEMENTS) await pool.query(statement);
}
