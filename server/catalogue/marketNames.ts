import { CANCON } from '@promenade/contract/catalogue';
import { iso31661 } from 'iso-3166';

/** The European Union is no country but has name and flag; `uk` is how the trade writes `gb`. */
const CODES = [...iso31661.map(({ alpha2 }) => alpha2), 'EU'];
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const nameOf = (code: string) => english.of(code) ?? code;

/** By id: two letters, or the name as deliveries write it (`united-kingdom`). */
const countries = new Map([
  ...CODES.flatMap((code): [string, string][] => [
    [code.toLowerCase(), code],
    [nameOf(code).toLowerCase().replaceAll(' ', '-'), code],
  ]),
  ['uk', 'GB'],
]);

/** ISO 3166 code of a market that is a country, or `EU`. */
export const countryOf = (market: string): string | undefined => countries.get(market);

/** The English name of a market that is known by its id; undefined for any other word. */
export function marketName(market: string): string | undefined {
  if (market === CANCON) return 'Canadian content';
  const country = countryOf(market);
  return country && nameOf(country);
}

const byName = Map.groupBy([CANCON, ...countries.keys()], (market) => marketName(market)?.toLowerCase());

/** Ids that a market may have which is called this, in lower case. */
export const marketsNamed = (name: string): string[] => byName.get(name) ?? [];
