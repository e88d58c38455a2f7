import { sql } from 'kysely';

/** The pair of rendition `f` of track `t`, when its release `r` is marked: row `p`. The limit keeps it from costing others. */
export const joinPair = sql`
  left join lateral (
    select p.* from renditions o join sound_marks m on m.original = o.file join sound_pairs p on p.mark_id = m.id
    where r.mark and o.track_id = t.id and o.kind = 'original' and p.kind = f.kind limit 1) p on true`;

/** Rendition `f` is sent as it is stored, or its pair is there: marked sound is never sent plain, so that nothing leaks before its pairs are made. */
export const isSendable = sql`(not r.mark or t.assettype <> 'audio' or p.file is not null)`;

/** An audio track of release `r` has a format without its pair, although the release is marked. */
export const isMarkPending = sql`
  (r.mark and exists (select from tracks t join renditions f on f.track_id = t.id and f.kind in ('mp3', 'wav') ${joinPair}
    where t.release_id = r.id and t.assettype = 'audio' and p.file is null))`;
