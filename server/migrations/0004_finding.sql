-- Song versions of the release's tracks, and the number of accounts that played it within 7 and 30 days.
alter table releases
  add column versions text[] not null default '{}',
  add column popular_7 int not null default 0,
  add column popular_30 int not null default 0;
update releases r set versions = array(
  select distinct version from tracks where release_id = r.id and version <> '' order by version);
create index releases_popular_30 on releases (popular_30 desc, available_at desc, id desc) where state = 'available';
create index releases_popular_7 on releases (popular_7 desc, available_at desc, id desc) where state = 'available';
create index releases_trending on releases (id) where trending;
-- Speeds up counting by genre and market in a large catalogue.
create index releases_genres on releases using gin (genre_ids);
create index releases_markets on releases using gin (market_ids);

-- Null: unheard.
alter table track_marks add column heard text check (heard in ('sampled', 'heard'));

-- The history: one row per account and track, with the time it was last started.
create table plays (
  account_id int not null references accounts on delete cascade,
  track_id int not null references tracks on delete cascade,
  release_id int not null references releases on delete cascade,
  played_at timestamptz not null,
  -- When 30 seconds of it were last heard; the basis of popularity.
  listened_at timestamptz,
  primary key (account_id, track_id)
);
create index plays_newest on plays (account_id, played_at desc);
create index plays_listened on plays (listened_at, release_id, account_id) where listened_at is not null;
create index plays_release on plays (release_id);

-- The part of a track's JSON in lists that is the same for every account, without the outer braces.
alter table tracks add column fragment text not null default '';
update tracks track set fragment = substr(shown.members, 2, length(shown.members) - 2)
from (
  select t.id, (json_build_object('trackid', t.trackid, 'id', t.trackid, 'index', t.ordinal - 1, 'releaseid', r.releaseid,
    'title', t.title, 'version', t.version, 'artist', t.artist, 'explicit', t.explicit = 'explicit', 'ordinal', t.ordinal,
    'duration', t.duration, 'coverart', listed.members->'coverart', 'assettype', t.assettype,
    'candownload', t.candownload and r.candownload,
    'labels', listed.members->'labels', 'genres', listed.members->'genres',
    'available', listed.members->'available', 'impactdate', listed.members->'impactdate',
    'mediaURL', case t.assettype when 'audio' then '/api/audio/stream/' || t.trackid || '.mp3' else '/api/video/stream/' || t.trackid end,
    'market_tags', listed.members->'market_tags',
    'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin',
    'album', r.title, 'language', coalesce(t.language, r.language, ''), 'composer', coalesce(t.composer, ''),
    'isrc', coalesce(t.isrc, ''), 'upcnumber', coalesce(r.upc, ''), 'catalognumber', coalesce(r.catalognumber, ''),
    'copyrightyear', r.copyrightyear, 'canadian', t.canadian, 'writers', to_json(t.writers),
    'publishing', coalesce(t.publishing, ''), 'producer', coalesce(t.producer, ''), 'lyrics', t.lyrics))::text as members
  from tracks t join releases r on r.id = t.release_id
  cross join lateral (select ('{' || r.fragment || '}')::json as members) listed
) shown
where shown.id = track.id;
