-- What is heard in a track. Version 0: imported by an earlier version, not measured yet.
alter table tracks
  add analysis_version smallint not null default 0,
  -- Second of the most striking part, beats per minute, and key; each counts where nothing was delivered.
  add hook_found double precision,
  add tempo_found double precision,
  add key text,
  add key_found text,
  -- dBTP of the delivered sound.
  add true_peak double precision,
  -- Of the stereo that is streamed, in LUFS and dBTP.
  add stream_loudness double precision,
  add stream_true_peak double precision;
-- Of the audio tracks: tempos in whole beats per minute.
alter table releases
  add tempos int[] not null default '{}',
  add keys text[] not null default '{}';
create index releases_tempos on releases using gin (tempos);
create index releases_keys on releases using gin (keys);
create index tracks_unmeasured on tracks (id) where analysis_version = 0 and assettype = 'audio';
