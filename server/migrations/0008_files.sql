-- Returns whether any row references a file, by its storage key.
create index renditions_file on renditions (file);
create index tracks_waveform on tracks (('waveforms/' || waveform_hash || '.bin'));
