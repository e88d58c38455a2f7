-- The format of the newest zip link of an account and a release or playlist, for the next hours: the status of a zip
-- without a format is that of the newest link (requirements decision 22), whichever node made it.
create table zip_links (
  account_id int not null references accounts on delete cascade,
  -- Public id of the release or playlist.
  object_id uuid not null,
  format text not null check (format in ('mp3', 'wav')),
  at timestamptz not null,
  primary key (account_id, object_id)
);
