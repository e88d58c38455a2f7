import { CANCON } from '@promenade/contract/catalogue';
import { iso31661 } from 'iso-3166';

/** The European Union has a name and a flag, too. Deliveries write `uk` for `gb`. */
const CODES = [...iso31661.map(({ alpha2 }) => alpha2), 'EU'];
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const nameOf = (code: string) => english.of(code) ?? code;

/** The id for a delivered name: lower case, `a-z`, `0-9` and hyphens. */
export const marketId = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'market';

/** Country codes by market id: two letters, or a name such as `united-kingdom`. */
const countries = new Map([
  ...CODES.flatMap((code): [string, string][] => [
    [code.toLowerCase(), code],
    [marketId(nameOf(code)), code],
    [nameOf(code).toLowerCase().replaceAll(' ', '-'), code],
  ]),
  ['uk', 'GB'],
]);

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
  const others = marketsNamed((marketName(id) ?? id.replaceAll('-', ' ')).toLowerCase());
  return id.length === 2 ? [id, ...others] : [...others, id];
}
