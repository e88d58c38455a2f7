-- What the last delivery said about a release, and what people changed since, as a merge patch (RFC 7396) over it.
create table release_documents (
  release_id int primary key references releases on delete cascade,
  delivered jsonb not null,
  edits jsonb not null default '{}',
  -- Of the delivery. Another one in the release: a node of an earlier version has imported it again.
  fingerprint text not null,
  version int not null default 1
);
