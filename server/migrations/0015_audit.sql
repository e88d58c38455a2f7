-- The audit trail also holds imports, sign-ins and lock-outs; it is append-only and is kept for 36 months.
create index audit_at on audit (at);
create index audit_subject on audit (subject, id);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is append-only.';
end $$;
create trigger audit_is_append_only before update on audit
  for each row execute function audit_is_append_only();
