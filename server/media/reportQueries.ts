import { sql } from 'kysely';
import type { ReleaseFacts } from '../catalogue/releaseDraft.ts';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

type Named = 'disc' | 'ordinal' | 'title' | 'version' | 'artist' | 'explicit' | 'assettype' | 'duration' | 'isrc';
type Credited = 'language' | 'composer' | 'writers' | 'publishing' | 'producer' | 'canadian' | 'lyrics';

/** What is known of a track, for its label's eyes: words as delivered. */
export type ReportedTrack = Pick<Rows['tracks'], Named | Credited>;

/** What is known of a release, with its tracks in their order. */
export interface ReportedRelease
  extends ReleaseFacts,
    Pick<Rows['releases'], 'available_at' | 'explicit' | 'duration'> {
  labels: { name: string; logo_hash: string | null }[];
  genres: string[];
  moods: string[];
  instruments: string[];
  markets: string[];
  tracks: ReportedTrack[];
}

const named = (table: string, ids: string) => sql`
  (select coalesce(json_agg(n.name order by n.name), '[]') from ${sql.table(table)} n
    where n.id = any(r.${sql.ref(ids)})) as ${sql.ref(table)}`;

/** By the release's internal id; undefined when it is gone. */
export async function findReported(db: Db, release_id: number): Promise<ReportedRelease | undefined> {
  const { rows } = await sql<ReportedRelease>`
    select r.title, r.artist, r.release_type, r.upc, r.catalognumber, r.copyrightyear, r.p_line, r.c_line, r.language,
      r.available_at, r.impact_date::text as impact_date, r.explicit, r.duration, r.cover_hash, r.color,
      (select coalesce(json_agg(json_build_object('name', l.name, 'logo_hash', l.logo_hash) order by rl.position), '[]')
        from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id) as labels,
      ${named('genres', 'genre_ids')}, ${named('moods', 'mood_ids')}, ${named('instruments', 'instrument_ids')},
      ${named('markets', 'market_ids')},
      (select coalesce(json_agg(json_build_object('disc', t.disc, 'ordinal', t.ordinal, 'title', t.title,
          'version', t.version, 'artist', t.artist, 'explicit', t.explicit, 'assettype', t.assettype,
          'duration', t.duration, 'isrc', t.isrc, 'language', t.language, 'composer', t.composer,
          'writers', to_json(t.writers), 'publishing', t.publishing, 'producer', t.producer, 'canadian', t.canadian,
          'lyrics', t.lyrics) order by t.ordinal), '[]')
        from tracks t where t.release_id = r.id) as tracks
    from releases r where r.id = ${release_id}`.execute(db);
  return rows[0];
}

/** First and last name of an account; empty when it gave none. */
export async function findReader(db: Db, accountid: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(firstname || ' ' || lastname) as name from accounts where id = ${accountid}`.execute(db);
  return rows[0]?.name ?? '';
}
