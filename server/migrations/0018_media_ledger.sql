-- One row for each stream, download and zip answer that starts, written before its first byte. It outlives accounts,
-- sessions and releases, so nothing is a foreign key. Kept for 24 months (requirements decision 33).
create table media_ledger (
  id uuid primary key,
  -- Null after the deletion of the account; playerid stays as its pseudonym.
  account_id int,
  playerid uuid not null,
  session_id uuid not null,
  purpose text not null check (purpose in ('stream', 'download', 'zip')),
  -- Public id of the track, release or playlist.
  object_kind text not null check (object_kind in ('track', 'release', 'playlist')),
  object_id uuid not null,
  -- Public ids of the tracks inside, in order.
  trackids uuid[] not null,
  format text not null check (format in ('mp3', 'wav', 'mp4')),
  -- Version of the file, equal for all ranges of one download.
  etag text not null,
  -- 128 random bits inside a file that is taken home.
  taking bytea,
  -- Requested bytes; first and last byte are lower(ranges) and upper(ranges) - 1.
  ranges int8multirange not null,
  total bigint not null,
  started_at timestamptz not null,
  -- IPv4 as /24, IPv6 as /48; null when unknown.
  network cidr,
  -- Null while the answer runs, and for ever when the service was killed meanwhile.
  sent int8multirange,
  bytes_sent bigint,
  ended_at timestamptz,
  outcome text check (outcome in ('complete', 'closed', 'cut', 'failed')),
  check (num_nulls(sent, bytes_sent, ended_at, outcome) in (0, 4))
);
create index media_ledger_started on media_ledger (started_at);
create index media_ledger_player on media_ledger (playerid, started_at);
create index media_ledger_object on media_ledger (object_id, account_id, started_at);
create index media_ledger_taking on media_ledger (taking) where taking is not null;
create index media_ledger_file on media_ledger (etag, account_id) where purpose <> 'stream';

create function media_ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if (new.id, new.playerid, new.session_id, new.purpose, new.object_kind, new.object_id, new.trackids, new.format,
      new.etag, new.taking, new.ranges, new.total, new.started_at, new.network)
    is distinct from
    (old.id, old.playerid, old.session_id, old.purpose, old.object_kind, old.object_id, old.trackids, old.format,
      old.etag, old.taking, old.ranges, old.total, old.started_at, old.network)
    or (new.account_id is distinct from old.account_id and new.account_id is not null)
    or (old.ended_at is not null
      and (new.sent, new.bytes_sent, new.ended_at, new.outcome)
        is distinct from (old.sent, old.bytes_sent, old.ended_at, old.outcome))
  then
    raise exception 'The media ledger is append-only.';
  end if;
  return new;
end $$;
create trigger media_ledger_is_append_only before update on media_ledger
  for each row execute function media_ledger_is_append_only();

-- A fact that follows from the ledger: all bytes of a file have left, over any number of ranges.
alter table downloads rename to downloaded_tracks;
alter index downloads_newest rename to downloaded_tracks_newest;
alter index downloads_track rename to downloaded_tracks_track;
alter index downloads_release rename to downloaded_tracks_release;
-- Version of the file that was completed last.
alter table downloaded_tracks add column etag text not null default '';
