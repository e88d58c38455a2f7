-- Whether a row names a file of storage, by its key.
create index renditions_file on renditions (file);
create index tracks_waveform on tracks (('waveforms/' || waveform_hash || '.bin'));
