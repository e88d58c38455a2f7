-- Refusals for good; several domains that refuse in the same words are about this service.
create table mail_refusals (
  mail_id uuid primary key references mails on delete cascade,
  domain text not null,
  -- Of the reply, without addresses, hosts and numbers.
  words text not null,
  -- Whether the words say that there is no such mailbox.
  is_address boolean not null,
  at timestamptz not null
);
create index mail_refusals_words on mail_refusals (words, at);
create index mails_sent on mails (sent_at) where sent_at is not null;

-- Why no mails are sent but those that people need to sign in.
create table mail_holds (
  words text primary key,
  -- The words of a mail server.
  reason text not null,
  since timestamptz not null,
  next_try_at timestamptz not null
);

-- How many mails arrived at the address of return, by day and kind.
create table returned_mails (
  day date not null,
  kind text not null,
  mails int not null,
  primary key (day, kind)
);
