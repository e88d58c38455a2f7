import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';
import { activity, instant, reachMembers, thumbnail } from './activityQueries.ts';

interface ReachPage extends Page {
  accountid: number;
  /** LISTENS_MONTHS. */
  months: number;
}

const trackMembers = sql`, 'duration', t.duration,
  'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin'`;

/** What became of releases at an account, the latest first, as `Reach` in JSON text. */
export async function listReach(db: Db, { accountid, months, ...page }: ReachPage): Promise<PageOf<string>> {
  const found = await readPage<{ json: string }>(
    db,
    page,
    (limit) => sql`
    with pair as (
      select account_id, release_id, max(at) as latest, count(*) over ()::int as total
      from (${activity}) activity where account_id = ${accountid}
      group by account_id, release_id order by latest desc, release_id desc ${limit}
    ), own as (
      select account_id, array(select package_id from account_package h where h.account_id = p.account_id) as packages
      from (select distinct account_id from pair) p
    )
    select total, json_build_object(
      'releaseid', r.releaseid, 'title', r.title, 'artist', r.artist,
      'thumbnail', ${thumbnail},
      'labels', array(select l.name from release_label rl join labels l on l.id = rl.label_id
        where rl.release_id = r.id order by rl.position),
      'packages', array(select name from packages where id = any(r.audience) and id = any(own.packages) order by name),
      ${reachMembers({ accountId: sql`pair.account_id`, releaseId: sql`r.id` }, trackMembers)},
      'until', ${instant(sql`(date_trunc('month', pair.latest, 'UTC') + make_interval(months => ${months + 1}))`)},
      'before', json_build_object(
        'opened', coalesce((select times from release_opens o
          where (o.account_id, o.release_id, reportable) = (pair.account_id, r.id, false)), 0),
        'seconds', coalesce((select sum(count_seconds(p.heard - p.reported)) from plays p
          where (p.account_id, p.release_id) = (pair.account_id, r.id)), 0),
        'downloaded', (select count(*) from downloaded_tracks d
          where (d.account_id, d.release_id) = (pair.account_id, r.id) and not d.reportable))
    )::text as json
    from pair join releases r on r.id = pair.release_id join own on own.account_id = pair.account_id
    order by latest desc, release_id desc`,
  );
  return mapPage(found, ({ json }) => json);
}
