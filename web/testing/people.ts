import type { AccessClaims } from '@promenade/contract/access';
import type { Connection } from '@promenade/contract/network';
import { beginSession } from '../platform/session.ts';
import { accessToken } from './tokens.ts';

/** For tests: somebody to be connected with. */
export function connection(name: string, more: Partial<Connection> = {}): Connection {
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
    ...more,
  };
}

/** For tests: an account is signed in, verified unless said otherwise. */
export function asAccount(claims: Partial<AccessClaims> = {}): void {
  beginSession({ 'access-token': accessToken(1800, claims), 'refresh-token': 'r' }, false);
}
