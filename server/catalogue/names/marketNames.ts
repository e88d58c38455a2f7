import { CANCON } from '@promenade/contract/catalogue';
import { iso31661 } from 'iso-3166';

/** Kosovo and the European Union have no ISO 3166 entry, but a code, a name and a flag. */
const CODES = [...iso31661.map(({ alpha2 }) => alpha2), 'EU', 'XK'];
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const nameOf = (code: string) => english.of(code) ?? code;

/** The id for a delivered name: lower case, `a-z`, `0-9` and hyphens. */
export const marketId = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^the-(?=.)/, '') || 'market';

/** Common English names and codes that are neither in ISO 3166 nor in Unicode. */
const OTHER_NAMES: Record<string, string> = {
  GB: 'uk great-britain britain',
  US: 'usa america united-states-of-america',
  AE: 'uae emirates',
  XK: 'xkx',
  TR: 'turkey',
  CZ: 'czech-republic',
  CI: 'ivory-coast',
  NL: 'holland',
  MK: 'macedonia',
  SZ: 'swaziland',
  MM: 'burma',
  CV: 'cape-verde',
  TL: 'east-timor',
  PS: 'palestine',
  VA: 'vatican vatican-city-state',
  MO: 'macau',
  CD: 'dr-congo drc congo-kinshasa democratic-republic-of-the-congo',
  CG: 'congo republic-of-the-congo congo-brazzaville',
  IE: 'republic-of-ireland eire',
  CN: 'peoples-republic-of-china prc mainland-china',
  KR: 'korea republic-of-korea rok',
  KP: 'dprk',
  RU: 'russian-federation',
  ST: 'sao-tome',
  BQ: 'caribbean-netherlands bonaire',
  VG: 'british-virgin-islands',
  VI: 'us-virgin-islands',
  MF: 'saint-martin',
  SX: 'sint-maarten',
  EU: 'eu',
};

/** "Netherlands, Kingdom of the" is also "Kingdom of the Netherlands" and "Netherlands"; "St." is "Saint". */
function listSpellings(name: string): string[] {
  const [short = '', ...before] = name.split(', ');
  const plain = name.replace(/ SAR China$| \(.*\)$/, '');
  const names = [name, plain, ...(before.length > 0 ? [short, `${before.join(' ')} ${short}`] : [])];
  return names.flatMap((spelling) => [spelling, spelling.replace(/^Saint |^St\. /, 'St ')]).map(marketId);
}

/** Country codes by market id: a code, or a name such as `united-kingdom`. The first meaning of a name counts. */
const countries = new Map(
  [
    ...CODES.map((code): [string, string] => [code.toLowerCase(), code]),
    ...Object.entries(OTHER_NAMES).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
    ...iso31661.map(({ alpha2, alpha3 }): [string, string] => [alpha3.toLowerCase(), alpha2]),
    ...CODES.flatMap((code) => listSpellings(nameOf(code)).map((name): [string, string] => [name, code])),
    ...iso31661.flatMap(({ alpha2, name }) => listSpellings(name).map((id): [string, string] => [id, alpha2])),
  ].reverse(),
);

/** ISO 3166 code, or `EU`. */
export const countryOf = (market: string): string | undefined => countries.get(market);

/** English name of a market, if its id is known. */
export function marketName(market: string): string | undefined {
  if (market === CANCON) return 'Canadian content';
  const country = countryOf(market);
  return country && nameOf(country);
}

const byName = Map.groupBy([CANCON, ...countries.keys()], (market) => marketName(market)?.toLowerCase());

/** Market ids for an English name in lower case. */
export const marketsNamed = (name: string): string[] => byName.get(name) ?? [];

/** Ids that a delivered id or name may mean, the preferred one first. A country's own code is kept. */
export function listMarketReadings(name: string): string[] {
  const id = marketId(name);
  const known = marketName(id) ?? id.replaceAll('-', ' ');
  const others = marketsNamed(known.toLowerCase()).toSorted((a, b) => a.length - b.length);
  return id.length === 2 ? [id, ...others] : [...others, id];
}
