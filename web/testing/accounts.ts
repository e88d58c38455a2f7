import type { AccessClaims } from '@promenade/contract/access';
import type { Connection } from '@promenade/contract/network';
import type { Profile } from '@promenade/contract/profile';
import { startSession } from '../platform/session.ts';
import { createAccessToken } from './tokens.ts';

/** A complete, valid profile. */
export function createProfile(overrides: Partial<Profile> = {}): Profile {
  return {
    firstname: 'Rosa',
    lastname: 'Vance',
    phone: '+1 (555) 123-4567',
    website: 'wave.example',
    title: 'Programmer',
    company: 'Wave FM',
    country: 'DE',
    countrycheck: null,
    state: '',
    city: 'Berlin',
    language: 'en',
    mailto: 'rosa@demo.test',
    mailpref: 'none',
    emails: ['rosa@demo.test'],
    format: 'mp3',
    ...overrides,
  };
}

export function createConnection(name: string, overrides: Partial<Connection> = {}): Connection {
  const [first_name = '', last_name = ''] = name.split(' ');
  const id = name.toLowerCase().replace(' ', '-');
  return {
    player_id: id,
    connected_player_id: id,
    first_name,
    last_name,
    full_name: name,
    email: `${first_name.toLowerCase()}@demo.test`,
    verified: true,
    ...overrides,
  };
}

/** Starts a session of a verified account. */
export function signInAs(claims: Partial<AccessClaims> = {}): void {
  startSession({ 'access-token': createAccessToken(1800, claims), 'refresh-token': 'r' }, false);
}
