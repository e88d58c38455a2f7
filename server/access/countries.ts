import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { iso31661, iso31662 } from 'iso-3166';
import { Refusal } from '../platform/http/refusal.ts';

/** ISO 3166-2 parts of the United States that are countries of their own in ISO 3166-1 (requirement A-ENUM-13). */
const TERRITORIES = ['US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI'];

/** Kosovo has a code that ISO 3166-1 leaves to its users. */
const countries = [...iso31661.map(({ alpha2 }) => alpha2), 'XK'].sort();
const states = Object.fromEntries(
  COUNTRIES_WITH_STATES.map((country) => [
    country,
    iso31662
      .filter(({ code, parent }) => parent === country && !TERRITORIES.includes(code))
      .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  ]),
);

export const listCountries = () => ({ data: { countries, states } });

export function requireCountry({ country, state }: { country: string; state: string }): void {
  if (!countries.includes(country)) throw new Refusal('VALIDATION', { country: 'Please choose a country' });
  if (!states[country] || states[country].some(({ code }) => code === state)) return;
  throw new Refusal('VALIDATION', {
    state: state === '' ? 'This field is required' : 'Please choose one of the list',
  });
}
