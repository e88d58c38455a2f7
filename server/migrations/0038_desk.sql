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
create function release_reacted() returns trigger language plpgsql as $$
begin
  perform marks_has_more(new.account_id, new.release_id);
  return new;
end $$;
create trigger release_reacted before insert on reactions for each row execute function release_reacted();

-- Lists that an account decides one by one.
create table desk_runs (
  runid uuid primary key default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  title text not null,
  source jsonb not null,
  -- In the order in which they come; `later` moves one to the end.
  release_ids int[] not null,
  listed int not null,
  position int not null default 0,
  started_at timestamptz not null,
  used_at timestamptz not null,
  finished_at timestamptz
);
create index desk_runs_account on desk_runs (account_id, used_at desc);
create index desk_runs_used on desk_runs (used_at);

create table desk_decisions (
  -- Made by the browser; a repeated one is one decision.
  id uuid primary key,
  run_id uuid not null references desk_runs on delete cascade,
  number int not null,
  release_id int not null references releases on delete cascade,
  kind text not null check (kind in ('flag', 'archive', 'later', 'reaction', 'next', 'playlist')),
  -- Marks with their times, track flags, reaction and place in the run.
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null,
  undone_at timestamptz,
  unique (run_id, number)
);
create index desk_decisions_release on desk_decisions (release_id);
