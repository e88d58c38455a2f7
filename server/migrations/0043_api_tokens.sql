-- Personal access tokens of label staff and operators. Only their hashes are stored.
create table api_tokens (
  tokenid uuid primary key default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index api_tokens_account on api_tokens (account_id, created_at desc);

-- A role that is given again does not revive the tokens of the former one.
create function delete_api_tokens() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then
    delete from api_tokens where account_id = new.id;
  else
    delete from api_tokens where account_id = old.account_id
      and not exists (select from account_label where account_id = old.account_id)
      and not exists (select from accounts where id = old.account_id and operator);
  end if;
  return null;
end $$;
create trigger accounts_delete_api_tokens after update of status, operator on accounts for each row
  when (new.status <> 'active' or (old.operator and not new.operator)) execute function delete_api_tokens();
create trigger account_label_delete_api_tokens after delete on account_label
  for each row execute function delete_api_tokens();
