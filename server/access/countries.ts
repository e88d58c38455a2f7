import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { iso31661, iso31662 } from 'iso-3166';
import { Refusal } from '../platform/http/refusal.ts';

/** Parts of the United States in ISO 3166-2 that are no states: countries of their own in ISO 3166-1 (A-ENUM-13). */
const TERRITORIES = ['US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI'];

const countries = iso31661.map(({ alpha2 }) => alpha2);
const states = Object.fromEntries(
  COUNTRIES_WITH_STATES.map((country) => [
    country,
    iso31662
      .filter(({ code, parent }) => parent === country && !TERRITORIES.includes(code))
      .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  ]),
);
const answer = { data: { countries, states } };

/** What forms offer. */
export const listPlaces = () => answer;

/**
 * A country must be one, and a state one of the country's where those are known.
 * @throws VALIDATION
 */
export function requirePlace({ country, state }: { country: string; state: string }): void {
  if (!countries.includes(country)) throw new Refusal('VALIDATION', { country: 'Please choose a country' });
  const known = states[country];
  if (known && !known.some(({ code }) => code === state)) {
    throw new Refusal('VALIDATION', {
      state: state === '' ? 'This field is required' : 'Please choose one of the list',
    });
  }
}
