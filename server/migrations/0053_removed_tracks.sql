-- A track that its release lost belongs to no release: every list drops it, and whatever names its id stays. A daily job
-- deletes it after 30 days.
alter table tracks
  alter column release_id drop not null,
  add column removed_from int references releases on delete cascade,
  add column removed_at timestamptz,
  -- When its recording was last replaced by another one.
  add column recorded_at timestamptz,
  add constraint tracks_release check (num_nonnulls(release_id, removed_from) = 1),
  add constraint tracks_removed check ((removed_from is null) = (removed_at is null));
create index tracks_removed on tracks (removed_from, id) where removed_from is not null;

-- What a release was before a delivery or another recording changed it: the history sets it back. Kept for 30 days.
create table former_releases (
  -- The line of the change in the audit trail.
  audit_id bigint primary key,
  release_id int not null references releases on delete cascade,
  at timestamptz not null,
  -- As in `release_documents`.
  delivered jsonb not null,
  fingerprint text not null,
  -- The rows of the release.
  draft jsonb not null
);
create index former_releases_release on former_releases (release_id, audit_id desc);
create index former_releases_at on former_releases (at);

-- The storage keys that it names.
create table former_files (
  audit_id bigint not null references former_releases on delete cascade,
  file text not null,
  primary key (audit_id, file)
);
create index former_files_file on former_files (file);

alter table deliveries
  -- The track whose recording it replaces.
  add column trackid uuid,
  -- What to do when it holds fewer tracks than its release. A node of the version before removes the others.
  add column fewer_choice text not null default 'exchange' check (fewer_choice in ('ask', 'exchange', 'remove')),
  -- How many tracks it holds, and how many its release had: `{"delivered": 1, "tracks": 12}`.
  add column fewer jsonb;
