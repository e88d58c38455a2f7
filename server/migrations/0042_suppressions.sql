-- Addresses that get no mails but links to sign in.
create table suppressions (
  address text primary key,
  since timestamptz not null,
  -- What the mail server said.
  reason text not null,
  mailid uuid
);

-- The newest bounce of each mail. `delayed`: the server still tries, or gave up without another notice.
create table mail_bounces (
  mail_id uuid primary key,
  address text not null,
  kind text not null check (kind in ('hard', 'soft', 'delayed')),
  reason text not null,
  at timestamptz not null
);
create index mail_bounces_address on mail_bounces (address, at);
