-- How an account names the files that it takes home: format, pattern, letters, cut numbers, folder.
create table naming (
  account_id int primary key references accounts on delete cascade,
  naming jsonb not null
);
