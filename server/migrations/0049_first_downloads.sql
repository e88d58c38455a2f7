-- When an account completed a track in a format for the first time; null: only `downloaded_at`, the last time, is known.
alter table downloaded_tracks add first_at timestamptz;
