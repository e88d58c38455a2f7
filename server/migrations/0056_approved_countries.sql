-- Rules of packages read what an operator approved: null until one has approved the account. Another country that would
-- bring a package waits; `refused_country` is the one that an operator refused.
alter table accounts
  add column approved_country text,
  add column refused_country text;
update accounts set approved_country = country where status <> 'pending';
create index accounts_unapproved on accounts (id) where country is distinct from approved_country;
