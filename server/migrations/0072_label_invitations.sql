-- Addresses of listed people without an account that a label invited, once.
create table label_invitations (
  label_id int not null references labels on delete cascade,
  address text not null,
  sent_at timestamptz not null,
  primary key (label_id, address)
);
create index label_invitations_address on label_invitations (address);
-- Who applies by an invitation of such a label is approved without a review.
alter table labels add column trusted boolean not null default false;
