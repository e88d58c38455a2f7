-- Lists of the operator's console: accounts by name, company and age, those that wait, and those of one company or domain.
create index accounts_name on accounts ((lower(lastname || ' ' || firstname) collate "und-x-icu"), id);
create index accounts_company on accounts ((lower(company) collate "und-x-icu"), id);
create index accounts_pending on accounts (id) where status = 'pending';
create index account_emails_domain on account_emails (split_part(email, '@', 2));
create index audit_actor on audit (actor, id);
