-- Whether a file is known to be an MP3 that begins with an Info frame. A job looks at the others, and gives them one.
alter table stored_files add column info_frame boolean not null default false;
