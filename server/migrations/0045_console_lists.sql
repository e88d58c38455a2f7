-- Lists of the operator's console at 50,000 accounts and 100,000 releases: what sorts and filters is in the indexes, so that
-- distant pages and totals read no rows. A node of the version before writes none of the new columns.
alter table accounts
  add search_text text not null generated always as (lower(firstname || ' ' || lastname || E'\n' || company)) stored,
  add sort_name text collate "und-x-icu" not null generated always as (lower(lastname || ' ' || firstname)) stored,
  add sort_company text collate "und-x-icu" not null generated always as (lower(company)) stored;
drop index accounts_name;
drop index accounts_company;
create index accounts_name on accounts (sort_name, id) include (status, verified, label_staff, operator);
create index accounts_company on accounts (sort_company, id) include (status, verified, label_staff, operator);
create index account_package_package on account_package (package_id, account_id);

create index mails_unsent on mails (created_at desc, id) where sent_at is null;
create index mail_events_bounced on mail_events (mail_id) where kind = 'bounced';
create index audit_action on audit (action text_pattern_ops, id);

create index releases_console on releases (available_at, id) include (state, ends_at, owner_label_id);
create index releases_console_title on releases (sort_title, id);
create index releases_console_artist on releases (sort_artist, id);
create index releases_console_impact on releases (impact_date, id);
create index releases_console_impact_last on releases (impact_date desc nulls last, id desc);
create index releases_upc on releases (upc) where upc is not null;
