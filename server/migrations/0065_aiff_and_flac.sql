-- AIFF and FLAC beside WAV and MP3. Rows that exist fit the wider lists.
alter table accounts drop constraint accounts_format_check,
  add constraint accounts_format_check check (format in ('wav', 'mp3', 'aiff', 'flac')) not valid;
alter table renditions drop constraint renditions_kind_check,
  add constraint renditions_kind_check check (kind in ('original', 'mp3', 'wav', 'flac', 'video')) not valid;
alter table downloaded_tracks drop constraint downloads_format_check,
  add constraint downloaded_tracks_format_check check (format in ('mp3', 'wav', 'aiff', 'flac', 'mp4')) not valid;
alter table media_ledger drop constraint media_ledger_format_check,
  add constraint media_ledger_format_check check (format in ('mp3', 'wav', 'aiff', 'flac', 'mp4')) not valid;
alter table zip_links drop constraint zip_links_format_check,
  add constraint zip_links_format_check check (format in ('mp3', 'wav', 'aiff', 'flac')) not valid;

-- CRC-32 of the samples of a stored WAV in big-endian order, as an AIFF has them: read once, for the first zip.
create table swapped_checksums (
  file text primary key references stored_files (key) on delete cascade,
  crc32 bigint not null
);
