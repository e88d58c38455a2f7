import type { Release } from '@promenade/contract/catalogue';
import type { ReleaseDraft } from './releaseDraft.ts';

type Facts = Pick<Release, 'explicit' | 'duration' | 'trackcount' | 'trending'>;
/** Labels as they are kept, which a delivery only in part decides. */
type Shown = Pick<
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
> & { labels: { name: string; logo_hash: string | null }[] };
type ByAccount = 'flagged' | 'archived' | 'flaggedtrackcount' | 'unheardtrackcount' | 'shared_by';

/** The members of a release that are the same for everyone, as JSON text without its braces: `"releaseid":…,…`. */
export function buildFragment(releaseid: string, draft: Shown & Facts): string {
  const cover = (size: number) =>
    draft.cover_hash === null ? null : `/api/cover/${releaseid}/${draft.cover_hash}-${size}.webp`;
  const shown: Omit<Release, ByAccount> = {
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
    labels: draft.labels.map(({ name, logo_hash }) => ({
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
  };
  return JSON.stringify(shown).slice(1, -1);
}
