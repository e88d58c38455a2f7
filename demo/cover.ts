import sharp from 'sharp';
import { city, poster, profile, sea, still } from './figureDesigns.ts';
import { arches, bars, type Design, halves, rings, stripes, tiles } from './geometricDesigns.ts';
import { type Lettering, letter } from './glyphs.ts';
import { collage, glow, halftone, orbits, ridges, sunset } from './organicDesigns.ts';
import { type Palette, palette } from './palettes.ts';
import { between, pick, type Random, seeded } from './seed.ts';

/** Families of covers. */
export const designs = {
  rings,
  stripes,
  bars,
  tiles,
  arches,
  halves,
  ridges,
  halftone,
  sunset,
  glow,
  collage,
  orbits,
  profile,
  city,
  still,
  sea,
  poster,
} satisfies Record<string, Design>;
export type DesignName = keyof typeof designs;

/** What a cover shows; the same order draws the same cover. */
export interface CoverOrder {
  seed: string;
  design: DesignName;
  /** Number of a palette. */
  palette: number;
  /** Set on the cover where all its letters exist. */
  lettering?: string | undefined;
  /** A smaller second line. */
  line?: string | undefined;
}

/** Pixels along an edge. */
const SIZE = 1400;

/** A square cover of 1400 px as JPEG. */
export async function drawCover(order: CoverOrder): Promise<Buffer> {
  const random = seeded(`cover ${order.seed}`);
  const colors = palette(order.palette);
  const body = designs[order.design](random, colors) + setLettering(random, order, colors);
  return picture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 1000 1000">${body}</svg>`,
    SIZE,
    SIZE,
  );
}

/** A press picture of one to three people in the colours of the cover, 1600 × 1067, as JPEG. */
export async function drawPressPicture(order: CoverOrder, count: 1 | 2 | 3): Promise<Buffer> {
  const random = seeded(`press ${order.seed}`);
  const colors = palette(order.palette);
  const coats = [colors.dark, colors.first, colors.second].slice(0, count);
  const people = coats.map((coat, nth) => {
    const x = 750 + (nth - (count - 1) / 2) * 230;
    return person(x, between(random, 0.8, 0.94), coat, colors);
  });
  const body = `<rect width="1500" height="1000" fill="${colors.ground}"/><circle cx="${pick(random, [420, 750, 1080])}" cy="420" r="330" fill="${colors.light}" opacity=".86"/><rect y="860" width="1500" height="140" fill="${colors.dark}" opacity=".35"/>${people.join('')}`;
  return picture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 1500 1000">${body}</svg>`,
    1600,
    1067,
  );
}

function person(x: number, size: number, coat: string, { dark, light, second }: Palette): string {
  return `<g transform="translate(${x} 1000) scale(${size.toFixed(2)})"><path d="M-150 0C-160 -220 -140 -390 -70 -420C-30 -436 30 -436 70 -420C140 -390 160 -220 150 0Z" fill="${coat}"/><path d="M-34 -500H34V-414C20 -390 -20 -390 -34 -414Z" fill="${light}"/><ellipse cy="-550" rx="76" ry="92" fill="${light}"/><path d="M-84 -540C-96 -660 -40 -680 6 -676C70 -672 100 -630 82 -540C70 -600 30 -618 -20 -612C-60 -606 -74 -580 -84 -540Z" fill="${coat === dark ? second : dark}"/></g>`;
}

/** A label's mark: a disc with its initials, 600 px, PNG. */
export async function drawLogo(name: string, nth: number): Promise<Buffer> {
  const colors = palette(nth);
  const initials = letter(
    name
      .split(' ')
      .map((word) => word[0] ?? '')
      .join('')
      .slice(0, 2),
    3,
  );
  const mark = initials
    ? place(initials.paths, { x: 300 - initials.width * 8, y: 220, scale: 16, color: colors.light, weight: 2.6 })
    : '';
  const rim = `<circle cx="300" cy="300" r="292" fill="${colors.ground}"/><circle cx="300" cy="300" r="262" fill="none" stroke="${colors.first}" stroke-width="12"/>`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${rim}${mark}</svg>`))
    .png()
    .toBuffer();
}

/** Where a calm design leaves room for lettering, and in which colour; busy designs get a tag. */
const calm: Partial<Record<DesignName, { edge: 'top' | 'bottom' | 'any'; color: 'light' | 'dark' | 'contrast' }>> = {
  ridges: { edge: 'bottom', color: 'light' },
  halftone: { edge: 'any', color: 'light' },
  sunset: { edge: 'top', color: 'light' },
  glow: { edge: 'bottom', color: 'light' },
  city: { edge: 'top', color: 'light' },
  sea: { edge: 'top', color: 'dark' },
  poster: { edge: 'top', color: 'dark' },
  profile: { edge: 'top', color: 'contrast' },
};

function setLettering(random: Random, { lettering, line, design }: CoverOrder, colors: Palette): string {
  const drawn = lettering ? letter(lettering, 2.4) : undefined;
  if (!drawn) return '';
  const room = calm[design];
  const scale = Math.min(pick(random, room ? [5.6, 7, 9.5] : [3.4, 4.2]), 860 / drawn.width);
  const width = drawn.width * scale;
  const bottom = room && room.edge !== 'any' ? room.edge === 'bottom' : random() < 0.5;
  const right = random() < 0.35;
  const x = right ? 930 - width : 70;
  const y = bottom ? 922 - scale * 10 - (line && room ? 48 : 0) : 78;
  if (!room) return tag(drawn, { x, y, scale, color: colors.light, weight: 1.5 }, colors.dark);
  const color = room.color === 'contrast' ? contrast(colors) : colors[room.color];
  const second = line ? letter(line, 3) : undefined;
  const small = second && second.width * 2.5 < 860;
  const below = small
    ? { x: right ? 930 - second.width * 2.5 : 70, y: y + scale * 10 + 30, scale: 2.5, color, weight: 1.3 }
    : undefined;
  const weight = pick(random, [1.2, 1.8, 2.4]);
  return place(drawn.paths, { x, y, scale, color, weight }) + (second && below ? place(second.paths, below) : '');
}

/** Lettering on a strip of its own, as printed on a sleeve's sticker. */
function tag({ width, paths }: Lettering, at: Place, back: string): string {
  const [wide, high] = [width * at.scale + 56, at.scale * 10 + 48];
  return `<rect x="${at.x - 28}" y="${at.y - 24}" width="${wide}" height="${high}" fill="${back}"/>${place(paths, at)}`;
}

/** The light colour on a dark ground, the dark one on a light ground. */
function contrast({ ground, dark, light }: Palette): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? dark : light;
}

interface Place {
  x: number;
  y: number;
  scale: number;
  color: string;
  weight: number;
}

function place(paths: string, { x, y, scale, color, weight }: Place): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})" fill="none" stroke="${color}" stroke-width="${weight}">${paths}</g>`;
}

const GRAIN = 256;

/** Grey noise around the middle, the same on every picture. */
function grain(): Buffer {
  const random = seeded('grain');
  const spread = () => 128 + (random() + random() + random() - 1.5) * 26;
  return Buffer.from(Uint8Array.from({ length: GRAIN * GRAIN }, spread));
}

/** Paper grain makes flat colours look printed. */
async function picture(svg: string, width: number, height: number): Promise<Buffer> {
  const tile = await sharp(grain(), { raw: { width: GRAIN, height: GRAIN, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(Buffer.from(svg))
    .resize(width, height)
    .composite([{ input: tile, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
