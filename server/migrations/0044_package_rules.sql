-- Who holds a package by what they told. A condition has lists of values by field: each list must match, by any value.
create table package_rules (
  package_id int primary key references packages on delete cascade,
  condition jsonb not null,
  -- A playerid, or `command`.
  made_by text not null,
  at timestamptz not null
);

-- What came by hand, stays by hand: rules only take away what they gave.
alter table account_package add source text not null default 'hand' check (source in ('hand', 'rule'));
create index account_package_by_rule on account_package (package_id) where source = 'rule';

-- What was removed by hand: no rule gives it again.
create table package_removals (
  account_id int not null references accounts on delete cascade,
  package_id int not null references packages on delete cascade,
  at timestamptz not null,
  primary key (account_id, package_id)
);
create index package_removals_package on package_removals (package_id);
