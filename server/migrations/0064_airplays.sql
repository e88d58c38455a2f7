-- What people told labels about plays on air.
create table airplays (
  id bigint generated always as identity primary key,
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  track_id int not null references tracks on delete cascade,
  station text not null check (station <> ''),
  -- Where the station is.
  day date not null,
  -- Null: a log that only has sums.
  at timestamptz,
  times int not null check (times > 0),
  -- What was told together.
  batch uuid not null,
  told_at timestamptz not null
);
create unique index airplays_once on airplays (account_id, track_id, fold_name(station), day, at) nulls not distinct;
create index airplays_release on airplays (release_id);
create index airplays_track on airplays (track_id);
create index airplays_batch on airplays (account_id, batch);
create index airplays_told on airplays (told_at);
-- Logs are matched by title.
create index tracks_folded_title on tracks (fold_name(title));
