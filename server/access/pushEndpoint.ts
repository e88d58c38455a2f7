import { BlockList, isIP } from 'node:net';
import { DEVICES_PER_HOUR } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type Subscription, upsertDevice } from './queries.ts';

const createBlockList = (networks: string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** Networks that are not the public Internet (RFC 6890). */
const reservedIPv4 = createBlockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Among them are those that contain IPv4 addresses: mapped, translated, 6to4, Teredo. */
const reservedIPv6 = createBlockList([
  '::/8',
  '64:ff9b::/32',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]);

/** Names that only a local network resolves. */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|test|onion)\.?$/i;

/** Stores a push subscription with a public https address, so that nobody reaches machines behind the server. */
export async function saveDevice(db: Db, caller: Caller, subscription: Subscription, now: Date) {
  requirePublicEndpoint(subscription.endpoint);
  await consumeRateLimits(db, [perHour('device', String(caller.accountid), DEVICES_PER_HOUR)], now);
  return upsertDevice(db, caller, subscription, now);
}

function requirePublicEndpoint(endpoint: string): void {
  const { protocol, username, password, hostname, port } = new URL(endpoint);
  if (protocol !== 'https:') throw refuse('must be an https address');
  if (username || password) throw refuse('must not have a user name or a password');
  // Push services use no other, and other ports would let accounts knock at foreign machines.
  if (port !== '') throw refuse('must have the port 443');
  if (!isPublicHost(hostname)) throw refuse('must be an address on the public Internet');
}

/** `URL` has already normalised other spellings of IP addresses. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 4) return !reservedIPv4.check(host, 'ipv4');
  if (isIP(host) === 6) return !reservedIPv6.check(host, 'ipv6');
  return /\.[a-z]/i.test(host) && !LOCAL_NAME.test(host);
}

const refuse = (problem: string) => new Refusal('VALIDATION', { endpoint: `The endpoint ${problem}.` });
