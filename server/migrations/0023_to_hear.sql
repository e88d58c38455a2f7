-- Releases without audio are never to hear; counting looks them up.
create index releases_without_audio on releases (id) where trackcount = 0;
