-- Why a mail that was not sent is not tried again: `refused` by the mail server, or given up after all attempts.
alter table mails add column ended text check (ended in ('suppressed', 'expired', 'refused'));
update mails set ended = case problem
    when 'Not sent: earlier mails to this address came back.' then 'suppressed'
    when 'Not sent: its link or code ended, or a newer one replaced it.' then 'expired'
  end
where sent_at is null and problem like 'Not sent: %';
create index mails_recipient on mails (recipient, created_at desc);

-- Whether it counts towards a suppression: it does not when the refusal was about this service, nor once an operator lets
-- the address get mails again.
alter table mail_bounces add column counts boolean not null default true;

-- The server that sends mails and the mailbox of returned mails, as the last check found them.
create table mail_servers (
  name text primary key check (name in ('smtp', 'mailbox')),
  host text not null,
  checked_at timestamptz not null,
  worked_at timestamptz,
  -- The words of the server; null when the last check worked.
  problem text,
  certificate_until timestamptz
);

-- What operators write down about a person.
create table account_notes (
  noteid uuid primary key default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  at timestamptz not null,
  -- A playerid, or `command`.
  actor text not null,
  note text not null
);
create index account_notes_account on account_notes (account_id, at desc);
