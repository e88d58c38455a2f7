import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Rows of a statement as a JSON list; `x` are the columns to show. */
const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`;

/** What tells a person which release or track it is. */
const release = sql`r.releaseid, r.title as release, r.artist`;
const emails = sql`array(select email from account_emails where account_id = a.id)`;

/**
 * Everything that is stored about an account, as JSON text. Of other people it names only who is connected, shared or was
 * invited; what an operator read or changed of others is listed without its content.
 */
export async function getPersonalData(db: Db, accountid: number): Promise<string> {
  const sections = {
    profile: sql`(select to_jsonb(a) - '{id,password_hash}'::text[])`,
    emails: list(sql`select email, added_at from account_emails where account_id = a.id order by added_at`),
    packages: list(sql`
      select p.name, h.since, h.source from account_package h join packages p on p.id = h.package_id
      where h.account_id = a.id`),
    removedpackages: list(sql`
      select p.name, x.at from package_removals x join packages p on p.id = x.package_id where x.account_id = a.id`),
    application: list(sql`
      select answers - 'inviter' as answers, created_at, decided_at, decision from applications
      where account_id = a.id`),
    notes: list(sql`select at, note from account_notes where account_id = a.id order by at`),
    sessions: list(sql`
      select username, publicdevice, created_at, expires_at, ended_at from sessions
      where account_id = a.id order by created_at`),
    tokens: list(sql`
      select name, created_at, expires_at, used_at from api_tokens where account_id = a.id order by created_at`),
    networks: list(sql`select network, last_at from known_networks where account_id = a.id order by last_at`),
    devices: list(sql`select subscription, created_at from devices where account_id = a.id`),
    marks: list(sql`
      select ${release}, m.flagged_at, m.archived_at from marks m join releases r on r.id = m.release_id
      where m.account_id = a.id`),
    trackmarks: list(sql`
      select ${release}, t.trackid, t.title, m.flagged_at, m.heard
      from track_marks m join tracks t on t.id = m.track_id join releases r on r.id = m.release_id
      where m.account_id = a.id`),
    reactions: list(sql`
      select ${release}, x.kind, x.version, x.note, t.trackid, x.second, x.named, x.at
      from reactions x join releases r on r.id = x.release_id left join tracks t on t.id = x.track_id
      where x.account_id = a.id order by x.at`),
    labellists: list(sql`
      select l.name as label, s.name as list, p.address, p.name, p.company, p.role, p.country, p.note, p.tags, m.cells, p.added_at
      from listed_people p join labels l on l.id = p.label_id join list_members m on m.person_id = p.id
      join label_lists s on s.id = m.list_id
      where exists (select from listed_addresses o where o.person_id = p.id and o.address = any(${emails}))`),
    calendarfeeds: list(sql`select created_at, used_at from calendar_feeds where account_id = a.id`),
    labelinvitations: list(sql`
      select l.name as label, o.address, o.sent_at from label_invitations o join labels l on l.id = o.label_id
      where o.address = any(${emails})`),
    leftlabels: list(sql`
      select l.name as label, o.address, o.at from label_left o join labels l on l.id = o.label_id
      where o.address = any(${emails})`),
    shelf: list(sql`select company, since from shelf_members where account_id = a.id`),
    shelfvotes: list(sql`
      select ${release}, x.vote, x.note, x.at from shelf_votes x join releases r on r.id = x.release_id
      where x.account_id = a.id order by x.at`),
    shelfdecisions: list(sql`
      select ${release}, x.state, x.show, x.day, x.at from shelf_items x join releases r on r.id = x.release_id
      where x.account_id = a.id order by x.at`),
    airplays: list(sql`
      select ${release}, t.trackid, t.title, x.station, x.day, x.at, x.times, x.told_at
      from airplays x join tracks t on t.id = x.track_id join releases r on r.id = x.release_id
      where x.account_id = a.id order by x.told_at, x.day`),
    deskruns: list(sql`
      select d.runid, d.title, d.source, d.releaseids, d.position, d.started_at, d.used_at, d.finished_at
      from desk_runs d where d.account_id = a.id order by d.started_at`),
    deskdecisions: list(sql`
      select x.run_id as runid, x.releaseid, x.kind, x.reaction, x.at, x.undone_at, x.refused
      from desk_decisions x join desk_runs d on d.runid = x.run_id where d.account_id = a.id order by x.at, x.number`),
    plays: list(sql`
      select ${release}, t.trackid, t.title, p.played_at, p.listened_at, p.heard, p.reported
      from plays p join tracks t on t.id = p.track_id join releases r on r.id = p.release_id
      where p.account_id = a.id order by p.played_at`),
    listens: list(sql`
      select ${release}, t.trackid, t.title, l.started_at, l.source, l.heard, l.reportable
      from listens l join tracks t on t.id = l.track_id join releases r on r.id = l.release_id
      where l.account_id = a.id order by l.started_at`),
    openings: list(sql`
      select ${release}, o.first_at, o.last_at, o.times, o.reportable
      from release_opens o join releases r on r.id = o.release_id where o.account_id = a.id order by o.first_at`),
    mailevents: list(sql`
      select ${release}, e.kind, e.at from mail_events e join releases r on r.id = e.release_id where e.account_id = a.id`),
    playlists: list(sql`
      select p.playlistid, p.name, p."desc", p."default", p.created_at, p.pinned_at, array(
        select t.trackid from unnest(p.tracks) with ordinality o (id, position) join tracks t on t.id = o.id
        order by o.position) as tracks
      from playlists p where p.account_id = a.id order by p.created_at`),
    connections: list(sql`
      select o.playerid, trim(o.firstname || ' ' || o.lastname) as name, c.since, c.removed_at
      from connections c join accounts o on o.id = c.other_id where c.account_id = a.id`),
    invitations: list(sql`
      select email, relationship, created_at, accepted_at from invitations where inviter_id = a.id`),
    invitedby: list(sql`
      select o.playerid, trim(o.firstname || ' ' || o.lastname) as name, i.email, i.created_at, i.accepted_at
      from invitations i join accounts o on o.id = i.inviter_id
      where i.accepted_by = a.id or i.email = any(${emails})`),
    shared: list(sql`
      select ${release}, o.playerid as "to", s.message, s.at
      from shares s join accounts o on o.id = s.to_id join releases r on r.id = s.release_id where s.from_id = a.id`),
    received: list(sql`
      select ${release}, o.playerid as "from", s.message, s.at
      from shares s join accounts o on o.id = s.from_id join releases r on r.id = s.release_id where s.to_id = a.id`),
    comments: list(sql`
      select ${release}, c.player_email, c.type_id, c.message, c.at
      from comments c join releases r on r.id = c.release_id where c.account_id = a.id order by c.at`),
    commentclicks: list(sql`
      select ${release}, c.at from comment_clicks c join releases r on r.id = c.release_id where c.account_id = a.id`),
    downloads: list(sql`
      select ${release}, t.trackid, t.title, d.format, d.downloaded_at, d.reportable
      from downloaded_tracks d join tracks t on t.id = d.track_id join releases r on r.id = d.release_id
      where d.account_id = a.id`),
    ledger: list(sql`
      select purpose, object_kind, object_id, format, total, started_at, network, bytes_sent, ended_at, outcome,
        encode(taking, 'hex') as taking
      from media_ledger where playerid = a.playerid order by started_at`),
    soundcodes: list(sql`
      select encode(code, 'hex') as code, created_at from sound_codes where account_id = a.id`),
    ziplinks: list(sql`select object_id, format, at from zip_links where account_id = a.id`),
    markers: list(sql`
      select ${release}, t.trackid, t.title, m.markers, m.at
      from track_markers m join tracks t on t.id = m.track_id join releases r on r.id = t.release_id
      where m.account_id = a.id`),
    pickups: list(sql`
      select p.name, p.format, p.created_at, array(
        select f.path from pickup_files f where f.pickup_id = p.id order by f.ordinal) as files
      from pickups p where p.account_id = a.id order by p.created_at`),
    filenames: list(sql`select naming from naming where account_id = a.id`),
    releasemails: list(sql`
      select ${release}, m.told_at from release_mails m join releases r on r.id = m.release_id where m.account_id = a.id`),
    stoppedlabels: list(sql`
      select l.labelid, l.name, s.stopped_at from account_label_mail s join labels l on l.id = s.label_id
      where s.account_id = a.id order by s.stopped_at`),
    mails: list(sql`
      select kind, recipient, subject, created_at, sent_at from mails
      where recipient = any(${emails}) order by created_at`),
    audit: list(sql`
      select at, actor, action, subject, case when isown then before end as before, case when isown then after end as after
      from audit cross join lateral (select subject = a.playerid::text or subject = any(${emails}) as isown) own
      where isown or actor = a.playerid::text order by id`),
    deletion: list(sql`select requested_at from account_deletions where account_id = a.id`),
  };
  const members = Object.entries(sections).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
  const { rows } = await sql<{ json: string }>`
    select json_build_object(${sql.join(members)})::text as json from accounts a where a.id = ${accountid}`.execute(db);
  return rows[0]?.json ?? '{}';
}
