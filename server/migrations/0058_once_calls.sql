-- Calls with an id of the client, and their first answers: a browser that sends a call again gets the answer, not a second act.
create table once_calls (
  -- SHA-256 of account, route, input and the id.
  id bytea primary key,
  account_id bigint references accounts on delete cascade,
  -- Null for an answer without content.
  answer text,
  at timestamptz not null
);
create index once_calls_at on once_calls (at);
create index once_calls_account on once_calls (account_id);
