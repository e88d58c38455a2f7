import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findLink } from './linkQueries.ts';
import { hashOfLink, readLink } from './links.ts';

/** Every link is in time then: whether one still is, the database tells together with the rest. */
const BEFORE_ALL_LINKS = new Date(0);

/**
 * Whether a link is still good for this account, and which address it names; changes nothing.
 * @throws INVALID_TOKEN (malformed, forged, another account's)
 */
export async function linkState(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { accountid }: Caller,
  kind: 'merge' | 'split',
  token: string,
  now: Date,
): Promise<{ data: { valid: boolean; email: string } }> {
  const { email, jti } = await readLink(secrets, [kind], token, BEFORE_ALL_LINKS);
  const link = await findLink(db, hashOfLink(jti));
  if (link && link.account_id !== accountid) throw new Refusal('INVALID_TOKEN');
  return { data: { valid: link !== undefined && link.used_at === null && link.expires_at > now, email } };
}
