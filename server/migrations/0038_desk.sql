-- What accounts say of releases; labels see it.
create table reactions (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  kind text not null check (kind in ('rotation', 'considering', 'not-for-us', 'version')),
  version text not null default '',
  note text not null default '',
  -- The moment that the note is about.
  track_id int references tracks on delete set null,
  second double precision,
  named boolean not null default false,
  at timestamptz not null,
  primary key (account_id, release_id)
);
create index reactions_release on reactions (release_id);
create index reactions_track on reactions (track_id) where track_id is not null;

-- Lists that an account decides one by one.
create table desk_runs (
  runid uuid primary key default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  title text not null,
  source jsonb not null,
  -- In the order in which they come; `later` moves one to the end.
  releaseids uuid[] not null,
  listed int not null,
  position int not null default 0,
  started_at timestamptz not null,
  used_at timestamptz not null,
  finished_at timestamptz
);
create index desk_runs_account on desk_runs (account_id, used_at desc);
create index desk_runs_used on desk_runs (used_at);

create table desk_decisions (
  run_id uuid not null references desk_runs on delete cascade,
  -- Made by the browser; a repeated one is one decision.
  id uuid not null,
  number int not null,
  releaseid uuid not null,
  kind text not null check (kind in ('flag', 'archive', 'later', 'reaction', 'next', 'playlist')),
  reaction jsonb,
  -- Of the run before and after, and of the release in the run before.
  position_before int not null,
  position int not null,
  index_before int not null,
  -- Marks, track flags and reaction with their times; null if the decision changes none.
  before jsonb,
  after jsonb,
  at timestamptz not null,
  undone_at timestamptz,
  -- Why the release could not be decided.
  refused text,
  primary key (run_id, id),
  unique (run_id, number)
);
