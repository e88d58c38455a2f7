-- Tracks name the sizes of their files.
update tracks t set fragment = fragment || ',"sizes":' || (
  select coalesce(json_object_agg(case f.kind when 'video' then 'mp4' else f.kind end, f.bytes), '{}')::text
  from renditions f where f.track_id = t.id and f.kind <> 'original'
) where fragment <> '';
