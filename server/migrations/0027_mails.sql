-- When the link or code of a mail ends: afterwards the mail is not delivered.
alter table mails add column expires_at timestamptz;
update mails set expires_at = created_at + case
  when kind in ('sign-in', 'code') then interval '15 minutes'
  when kind = 'invitation' then interval '30 days'
  else interval '48 hours' end
where sent_at is null and kind in ('sign-in', 'code', 'invitation', 'reset', 'welcome', 'merge', 'split');

create index mails_links on mails (recipient, kind, created_at) where expires_at is not null;

-- Of a sign-in link, whose token says nothing: whether the session is one on a public computer.
alter table one_time_links add column publicdevice boolean not null default false;

-- A colleague is mailed once an hour about what an account shares.
alter table shares add column mail_waits boolean not null default false;
create index shares_mail_waits on shares (from_id, to_id) where mail_waits;
-- When the other account was last mailed about shares.
alter table connections add column shares_mailed_at timestamptz;
