-- A push subscription ends with the session that registered it; null: registered before this column was there.
alter table devices add column session_id uuid references sessions on delete cascade;
create index devices_session on devices (session_id);
