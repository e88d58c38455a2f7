-- The address of a calendar feed, as SHA-256 of its token.
create table calendar_feeds (
  account_id int primary key references accounts on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz
);

-- What calendar programs were told: a change has a higher sequence, and a day that is gone stays as cancelled for 90 days,
-- also when its release was deleted.
create table calendar_days (
  releaseid uuid not null,
  kind text not null check (kind in ('available', 'impact', 'ends')),
  label_id int not null references labels on delete cascade,
  title text not null,
  artist text not null,
  draft boolean not null,
  -- One of both.
  at timestamptz,
  day date,
  sequence int not null default 0,
  changed_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (releaseid, kind)
);
create index calendar_days_label on calendar_days (label_id);
