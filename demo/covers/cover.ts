import sharp from 'sharp';
import { createRandom, type Random, randomBetween, randomItem } from '../random.ts';
import { city, poster, profile, sea, still } from './figureDesigns.ts';
import { arches, bars, type Design, halves, rings, stripes, tiles } from './geometricDesigns.ts';
import { drawText, type Lettering } from './lettering.ts';
import { collage, glow, halftone, orbits, ridges, sunset } from './organicDesigns.ts';
import { getPalette, type Palette } from './palettes.ts';

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

/** The same request draws the same cover. */
export interface CoverRequest {
  seed: string;
  design: DesignName;
  /** Index of a palette. */
  palette: number;
  /** Drawn only when the font has all its characters. */
  lettering?: string | undefined;
  secondLine?: string | undefined;
}

/** Edge length in pixels. */
const SIZE = 1400;

/** Draws a square cover of 1400 px as JPEG. */
export async function drawCover(request: CoverRequest): Promise<Buffer> {
  const random = createRandom(`cover ${request.seed}`);
  const colors = getPalette(request.palette);
  const body = designs[request.design](random, colors) + drawLettering(random, request, colors);
  return renderJpeg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 1000 1000">${body}</svg>`,
    SIZE,
    SIZE,
  );
}

/** Draws a press picture of one to three people in the colours of the cover, 1600 × 1067 px, as JPEG. */
export async function drawPressPicture(request: CoverRequest, count: 1 | 2 | 3): Promise<Buffer> {
  const random = createRandom(`press ${request.seed}`);
  const colors = getPalette(request.palette);
  const coats = [colors.dark, colors.first, colors.second].slice(0, count);
  const people = coats.map((coat, index) => {
    const x = 750 + (index - (count - 1) / 2) * 230;
    return drawPerson(x, randomBetween(random, 0.8, 0.94), coat, colors);
  });
  const body = `<rect width="1500" height="1000" fill="${colors.ground}"/><circle cx="${randomItem(random, [420, 750, 1080])}" cy="420" r="330" fill="${colors.light}" opacity=".86"/><rect y="860" width="1500" height="140" fill="${colors.dark}" opacity=".35"/>${people.join('')}`;
  return renderJpeg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 1500 1000">${body}</svg>`,
    1600,
    1067,
  );
}

function drawPerson(x: number, size: number, coat: string, { dark, light, second }: Palette): string {
  return `<g transform="translate(${x} 1000) scale(${size.toFixed(2)})"><path d="M-150 0C-160 -220 -140 -390 -70 -420C-30 -436 30 -436 70 -420C140 -390 160 -220 150 0Z" fill="${coat}"/><path d="M-34 -500H34V-414C20 -390 -20 -390 -34 -414Z" fill="${light}"/><ellipse cy="-550" rx="76" ry="92" fill="${light}"/><path d="M-84 -540C-96 -660 -40 -680 6 -676C70 -672 100 -630 82 -540C70 -600 30 -618 -20 -612C-60 -606 -74 -580 -84 -540Z" fill="${coat === dark ? second : dark}"/></g>`;
}

/** Draws the logo of a label, a disc with its initials: 600 px, PNG. */
export async function drawLogo(name: string, paletteIndex: number): Promise<Buffer> {
  const colors = getPalette(paletteIndex);
  const initials = drawText(Array.from(name.matchAll(/\b\w/g)).slice(0, 2).join(''), 1);
  const letters = initials
    ? drawPaths(initials.paths, { x: 300 - initials.width * 8, y: 220, scale: 16, color: colors.light })
    : '';
  const disc = `<circle cx="300" cy="300" r="292" fill="${colors.ground}"/><circle cx="300" cy="300" r="262" fill="none" stroke="${colors.first}" stroke-width="12"/>`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${disc}${letters}</svg>`))
    .png()
    .toBuffer();
}

/** Edge and colour of the lettering on plain designs; on other designs it is drawn on a tag. */
const letteringAreas: Partial<
  Record<DesignName, { edge: 'top' | 'bottom' | 'any'; color: 'light' | 'dark' | 'contrast' }>
> = {
  ridges: { edge: 'bottom', color: 'light' },
  halftone: { edge: 'any', color: 'light' },
  sunset: { edge: 'top', color: 'light' },
  glow: { edge: 'bottom', color: 'light' },
  city: { edge: 'top', color: 'light' },
  sea: { edge: 'top', color: 'dark' },
  poster: { edge: 'top', color: 'dark' },
  profile: { edge: 'top', color: 'contrast' },
};

function drawLettering(random: Random, { lettering, secondLine, design }: CoverRequest, colors: Palette): string {
  const text = lettering ? drawText(lettering, 0.8) : undefined;
  if (!text) return '';
  const area = letteringAreas[design];
  const scale = Math.min(randomItem(random, area ? [5.6, 7, 9.5] : [3.4, 4.2]), 860 / text.width);
  const width = text.width * scale;
  const bottom = area && area.edge !== 'any' ? area.edge === 'bottom' : random() < 0.5;
  const right = random() < 0.35;
  const x = right ? 930 - width : 70;
  const y = bottom ? 922 - scale * 10 - (secondLine && area ? 48 : 0) : 78;
  if (!area) return drawTag(text, { x, y, scale, color: colors.light }, colors.dark);
  const color = area.color === 'contrast' ? chooseReadableColor(colors) : colors[area.color];
  const large = drawPaths(text.paths, { x, y, scale, color });
  const small = secondLine ? drawText(secondLine, 1) : undefined;
  const smallWidth = (small?.width ?? 0) * 2.5;
  if (!small || smallWidth >= 860) return large;
  const smallX = right ? 930 - smallWidth : 70;
  return large + drawPaths(small.paths, { x: smallX, y: y + scale * 10 + 30, scale: 2.5, color });
}

/** Draws lettering on a rectangle. */
function drawTag({ width, paths }: Lettering, style: LetteringStyle, background: string): string {
  const [tagWidth, tagHeight] = [width * style.scale + 56, style.scale * 10 + 48];
  return `<rect x="${style.x - 28}" y="${style.y - 24}" width="${tagWidth}" height="${tagHeight}" fill="${background}"/>${drawPaths(paths, style)}`;
}

function chooseReadableColor({ ground, dark, light }: Palette): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => Number.parseInt(ground.slice(index, index + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? dark : light;
}

interface LetteringStyle {
  x: number;
  y: number;
  scale: number;
  color: string;
}

function drawPaths(paths: string, { x, y, scale, color }: LetteringStyle): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})" fill="${color}">${paths}</g>`;
}

/** Edge length in pixels. */
const GRAIN_SIZE = 256;

let grain: Promise<Buffer> | undefined;

/** Draws grey noise, equal for every picture, as PNG. */
function drawGrain(): Promise<Buffer> {
  const random = createRandom('grain');
  const randomGrey = () => 128 + (random() + random() + random() - 1.5) * 26;
  const pixels = Uint8Array.from({ length: GRAIN_SIZE * GRAIN_SIZE }, randomGrey);
  return sharp(pixels, { raw: { width: GRAIN_SIZE, height: GRAIN_SIZE, channels: 1 } })
    .png()
    .toBuffer();
}

/** Renders an SVG image with paper grain. */
async function renderJpeg(svg: string, width: number, height: number): Promise<Buffer> {
  grain ??= drawGrain();
  return sharp(Buffer.from(svg))
    .resize(width, height)
    .composite([{ input: await grain, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
