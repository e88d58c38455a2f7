import { createHash } from 'node:crypto';
import { CANCON } from '@promenade/contract/catalogue';
import { checkConditions } from '../../platform/http/conditions.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type FileRequest, setCacheControl } from '../../platform/http/sendFile.ts';
import type { FilterChoiceCache } from '../filterChoices.ts';
import { countryOf } from './marketNames.ts';

/** Width in pixels; the height is two thirds. */
const WIDTHS = { '': 48, '-small': 24, '-large': 96 };
type Suffix = keyof typeof WIDTHS;

export const logoPath = (market: string, suffix: Suffix = '') => `/api/options/logos/${market}${suffix}.png`;

export async function sendMarketLogo(
  choices: FilterChoiceCache,
  { caller, read, params, request, reply }: FileRequest<{ file: string }>,
): Promise<void> {
  const wanted = readings(params.file.replace(/\.png$/, ''));
  const { markets } = await read((db) => choices.get(db, caller));
  const market = [...wanted.keys()].find((id) => markets.some((known) => known.id === id));
  if (market === undefined) throw new Refusal('NOT_FOUND');
  const { png, etag } = await logoOf(market, wanted.get(market) ?? '');
  setCacheControl(reply, 'private, max-age=604800');
  reply.header('etag', etag);
  const status = checkConditions(request.headers, etag);
  if (status === 412) throw new Refusal('PRECONDITION_FAILED');
  if (status === 304) reply.code(304).send();
  else reply.type('image/png').send(png);
}

/** Possible readings of a file name, market to suffix: `air-small` may be a market itself. */
function readings(name: string): Map<string, Suffix> {
  const [, market, suffix] = /^(.+)(-small|-large)$/.exec(name) ?? [];
  return new Map([[name, ''], ...(market ? [[market, suffix as Suffix] as const] : [])]);
}

interface Logo {
  png: Buffer;
  etag: string;
}

/** Cached by picture and size: at most a few hundred, of about 1 kB. */
const drawn = new Map<string, Promise<Logo>>();

function logoOf(market: string, suffix: Suffix): Promise<Logo> {
  const picture = market === CANCON ? CANCON : (countryOf(market) ?? 'globe');
  const key = picture + suffix;
  const logo = drawn.get(key) ?? draw(picture, WIDTHS[suffix]);
  drawn.set(key, logo);
  return logo;
}

async function draw(picture: string, width: number): Promise<Logo> {
  const svg = await svgOf(picture);
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(svg))
    .resize(width, (width * 2) / 3, { fit: 'fill' })
    .png()
    .toBuffer();
  return { png, etag: `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"` };
}

/** Imports the flags at the first request, because they need much memory. */
async function svgOf(picture: string): Promise<string> {
  if (picture === CANCON) return MAPLE_LEAF;
  const flags: Record<string, string> = await import('country-flag-icons/string/3x2');
  return flags[picture] ?? GLOBE;
}

const MAPLE_LEAF = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 48 32">
<rect width="48" height="32" fill="#d22630"/>
<path fill="#fff" transform="translate(10.4 2.6) scale(1.13)" d="M12 1 14 4.8 16.3 3.6 15.2 9.2 18 6.4 18.7 8 22.2 7.4
20.9 10.9 22.6 11.8 17.3 16 17.9 18 12.6 17.2 12.7 22.6H11.3L11.4 17.2 6.1 18 6.7 16 1.4 11.8 3.1 10.9 1.8 7.4 5.3 8
6 6.4 8.8 9.2 7.7 3.6 10 4.8Z"/></svg>`;

const GLOBE = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 48 32">
<rect width="48" height="32" fill="#4b5563"/>
<g fill="none" stroke="#fff" stroke-width="1.6"><circle cx="24" cy="16" r="11"/><ellipse cx="24" cy="16" rx="4.8" ry="11"/>
<path d="M13 16H35M14.6 10.5H33.4M14.6 21.5H33.4"/></g></svg>`;
