-- `edit`: its files are taken one by one by changes of its release. Nobody imports it.
alter table deliveries add purpose text not null default 'release' check (purpose in ('release', 'edit'));

-- Releases whose delivered files no other row names.
create index release_documents_edited_files on release_documents (release_id)
  where edits ? 'cover' or edits ? 'attachments';
