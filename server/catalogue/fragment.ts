import type { Release } from '@promenade/contract/catalogue';
import type { ReleaseDraft } from './document/releaseDraft.ts';

type DerivedMembers = Pick<Release, 'explicit' | 'duration' | 'trackcount' | 'trending'>;
/** Labels as stored; a delivery may lack their logos. */
type FragmentSource = Pick<
  ReleaseDraft,
  | 'title'
  | 'artist'
  | 'cover_hash'
  | 'color'
  | 'available'
  | 'impact_date'
  | 'genres'
  | 'markets'
  | 'release_type'
  | 'candownload'
  | 'allow_sharing'
  | 'commenting_enabled'
  | 'mark'
> & {
  labels: { labelid: string; name: string; logo_hash: string | null }[];
  artists: Release['artists'];
};
type ViewerMembers =
  | 'tempos'
  | 'keys'
  | 'flagged'
  | 'archived'
  | 'flaggedtrackcount'
  | 'unheardtrackcount'
  | 'tohear'
  | 'shared_by'
  | 'reaction';

/** The address of the cover in this size, in pixels; null without a cover. */
export const coverPath = (releaseid: string, cover_hash: string | null, size: number): string | null =>
  cover_hash === null ? null : `/api/cover/${releaseid}/${cover_hash}-${size}.webp`;

/** The members of a `Release` that are equal for every viewer and come with a delivery, as JSON text without braces. */
export function buildFragment(releaseid: string, draft: FragmentSource & DerivedMembers): string {
  const cover = (size: number) => coverPath(releaseid, draft.cover_hash, size);
  const fragment: Omit<Release, ViewerMembers> = {
    releaseid,
    id: releaseid,
    title: draft.title,
    artist: draft.artist,
    explicit: draft.explicit,
    thumbnail: cover(500),
    coverart: cover(1000),
    color: draft.color,
    available: draft.available.toISOString(),
    impactdate: draft.impact_date === null ? null : Date.parse(draft.impact_date) / 1000,
    duration: draft.duration,
    trackcount: draft.trackcount,
    artists: draft.artists.map(({ artistid, name }) => ({ artistid, name })),
    labels: draft.labels.map(({ labelid, name, logo_hash }) => ({
      labelid,
      name,
      logo: logo_hash === null ? null : `/api/logo/${releaseid}/${logo_hash}.webp`,
    })),
    genres: draft.genres,
    markettags: draft.markets,
    market_tags: draft.markets,
    trending: draft.trending,
    release_type: draft.release_type,
    candownload: draft.candownload,
    allow_sharing: draft.allow_sharing,
    commenting_enabled: draft.commenting_enabled,
    ...(draft.mark && { mark: true }),
  };
  return JSON.stringify(fragment).slice(1, -1);
}
