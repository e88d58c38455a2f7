-- Moments of a song, in seconds: what its label says, and what was found in the sound. The hook is `hook_start`.
alter table tracks
  add soundstart double precision,
  add introend double precision,
  add outrostart double precision,
  add soundend double precision,
  add markers_found jsonb;

-- Those that a person set by ear, by field; they count for that person alone.
create table track_markers (
  account_id int not null references accounts on delete cascade,
  track_id int not null references tracks on delete cascade,
  markers jsonb not null,
  at timestamptz not null,
  primary key (account_id, track_id)
);
create index track_markers_track on track_markers (track_id);
