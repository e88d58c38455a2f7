import type { Explicit, ReleaseType } from '@promenade/contract/catalogue';
import type { CoverOrder } from './cover.ts';
import type { Take } from './sections.ts';
import type { StyleName } from './styles.ts';

/** A track as the catalogue writes it down; the rest follows from its release. */
export interface DemoTrack {
  title: string;
  /** What the label prints behind the title. */
  version?: string;
  take?: Take;
  /** A way of playing other than the release's. */
  style?: StyleName;
  /** Another recording of this title, when the title alone does not say so. */
  work?: string;
  seconds?: number;
  explicit?: Explicit;
  /** Guests, added to the artist. */
  feat?: string;
  streamOnly?: boolean;
  /** Name of a text in lyrics.ts. */
  lyrics?: string;
  language?: string;
}

/** A release of the demo. */
export interface DemoRelease {
  /** The sender's own id. */
  id: string;
  artist: string;
  title: string;
  type: ReleaseType;
  label: LabelName;
  /** `writers`, and every text of `about` and `to`, may be several: see `listed`. */
  by: { writers: string; producer: string };
  style: StyleName;
  about: { genres: string; moods: string; instruments: string };
  to: { markets: string; packages: string };
  /** From the making of the demo to its day of availability, negative for the past, and likewise its impact. */
  days: { available: number; impact?: number };
  tracks: DemoTrack[];
  /** Undefined: delivered without a cover. */
  cover?: Pick<CoverOrder, 'design' | 'palette'> & { bare?: true; line?: string };
  language?: string;
  /** Roles of the Canadian content rules that Canadians fill. */
  canadian?: ('music' | 'artist' | 'production' | 'lyrics')[];
  streamOnly?: true;
  noSharing?: true;
  noComments?: true;
  /** A paragraph for the programmer. */
  story?: string;
  oneSheet?: true;
  /** How many people are in it. */
  pressPicture?: 1 | 2 | 3;
  video?: true;
}

/** What stands in a text of names with commas. */
export const listed = (names: string): string[] => names.split(', ');

/** Who sends the demo's releases. Prefixes are of numbers that no real registrant has been seen with. */
export const labels = {
  copper: {
    name: 'Cold Copper',
    contact: 'radio@coldcopper.example',
    isrc: 'QZ9CC',
    upc: '0712987',
    catalogue: 'COP',
    palette: 14,
    city: 'Halifax',
  },
  tides: {
    name: 'Nine Tides',
    contact: 'promo@ninetides.example',
    isrc: 'QZ9NT',
    upc: '0712988',
    catalogue: 'NT',
    palette: 12,
    city: 'Whitby',
  },
  winter: {
    name: 'Wintergarten Ton',
    contact: 'presse@wintergarten-ton.example',
    isrc: 'QZ9WG',
    upc: '0712989',
    catalogue: 'WGT',
    palette: 7,
    city: 'Leipzig',
  },
} as const;
export type LabelName = keyof typeof labels;
