import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../process/secrets.ts';

// Each mail has a signed key in its address of return, its envelope id and a header. It comes back with a returned mail,
// and nobody but the recipient's servers sees it: a reply names the Message-ID alone. Digits and letters, because servers
// may change the case of an address; 48, because a local part has at most 64.

const ID_DIGITS = 32;
const MAC_DIGITS = 16;
const KEY = /(?<![0-9a-z])[0-9a-f]{48}(?![0-9a-z])/gi;
const KEYS_MAX = 20;

export function createEnvelopeKey(secrets: Secrets, mailid: string): string {
  const id = mailid.replaceAll('-', '').toLowerCase();
  return id + createHmac('sha256', secrets.getKey('returned mail')).update(id).digest('hex').slice(0, MAC_DIGITS);
}

/** What looks like keys. */
export const listEnvelopeKeys = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(KEY) ?? [])].slice(0, KEYS_MAX);

/** The id of the mail of the first key that this installation signed. */
export function findMailid(secrets: Secrets, keys: string[]): string | undefined {
  const key = keys.find((candidate) => {
    const expected = createEnvelopeKey(secrets, candidate.slice(0, ID_DIGITS));
    return timingSafeEqual(Buffer.from(expected), Buffer.from(candidate));
  });
  return key && key.slice(0, ID_DIGITS).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
