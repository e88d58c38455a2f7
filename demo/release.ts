import type { Explicit, ReleaseType } from '@promenade/contract/catalogue';
import type { CoverRequest } from './covers/cover.ts';
import type { Arrangement } from './music/arrangement.ts';
import type { StyleName } from './music/styles.ts';

export interface DemoTrack {
  title: string;
  /** Version title, such as "Radio edit". */
  version?: string;
  arrangement?: Arrangement;
  /** Default: the style of the release. */
  style?: StyleName;
  /** Title of the work; default: the track title. Tracks of one work share key, chords and melody. */
  work?: string;
  seconds?: number | undefined;
  /** Length unless the demo is the short one of tests. */
  fullSeconds?: number;
  explicit?: Explicit;
  /** Featured artists. */
  feat?: string;
  streamOnly?: boolean;
  /** Key in lyrics.ts. */
  lyrics?: string;
  language?: string;
}

export interface DemoRelease {
  /** The label's own id. */
  id: string;
  artist: string;
  title: string;
  type: ReleaseType;
  label: LabelName;
  /** Names in `writers`, `tags` and `audience` are separated by commas; see `splitNames`. */
  credits: { writers: string; producer: string };
  style: StyleName;
  tags: { genres: string; moods: string; instruments: string };
  audience: { markets: string; packages: string };
  /** Days from the creation of the demo to availability and to the impact date; negative in the past. */
  dayOffsets: { available: number; impact?: number };
  tracks: DemoTrack[];
  cover?: Pick<CoverRequest, 'design' | 'palette'> & { hasNoLettering?: true; secondLine?: string };
  language?: string;
  /** Roles filled by Canadians, for the Canadian content rules (MAPL). */
  canadian?: ('music' | 'artist' | 'production' | 'lyrics')[];
  streamOnly?: true;
  noSharing?: true;
  noComments?: true;
  /** Promotional text as HTML. */
  story?: string;
  oneSheet?: true;
  pressPicturePeople?: 1 | 2 | 3;
  video?: true;
}

/** Of a song without a length of its own. */
export const DEFAULT_SECONDS = 20;

export const splitNames = (names: string): string[] => names.split(', ');

/** ISRC and UPC prefixes are not assigned to a known registrant. */
export const labels = {
  copper: {
    name: 'Cold Copper',
    contact: 'radio@coldcopper.example',
    isrcPrefix: 'QZ9CC',
    upcPrefix: '0712987',
    cataloguePrefix: 'COP',
    palette: 14,
    city: 'Halifax',
  },
  tides: {
    name: 'Nine Tides',
    contact: 'promo@ninetides.example',
    isrcPrefix: 'QZ9NT',
    upcPrefix: '0712988',
    cataloguePrefix: 'NT',
    palette: 12,
    city: 'Whitby',
  },
  winter: {
    name: 'Wintergarten Ton',
    contact: 'presse@wintergarten-ton.example',
    isrcPrefix: 'QZ9WG',
    upcPrefix: '0712989',
    cataloguePrefix: 'WGT',
    palette: 7,
    city: 'Leipzig',
  },
} as const;
export type LabelName = keyof typeof labels;
