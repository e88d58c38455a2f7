-- What the console warns of. Null: imported by an earlier version.
alter table releases add cover_width int, add cover_height int;
alter table tracks
  -- The longest run of full-scale samples of one channel.
  add clipped_samples int,
  -- The longer one of the silences at start and end, in seconds.
  add edge_silence real;
