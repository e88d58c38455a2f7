-- Logical replication of all tables refuses to delete from a table without a primary key.
alter table comment_clicks add column id bigint primary key generated always as identity;
