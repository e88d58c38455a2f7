import { randomBytes } from 'node:crypto';
import type { Relationship } from '@promenade/contract/access';
import { INVITATION_SECONDS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { findInvitation, putAcceptance, putInvitation } from './invitationQueries.ts';
import { hashOfLink, readLink } from './links.ts';

interface Invited {
  inviterId: number;
  /** What the invited person is told about who invites. */
  inviter: { email: string; name: string; playerid: string };
  /** Lower-case. */
  email: string;
  relationship: Relationship;
}

/**
 * Keeps an invitation, good for 30 days; it ends the open one of the same inviter to the same address. The token opens
 * `/signup/` for an address without an account, else `/signin/`.
 */
export async function makeInvitation(
  db: Db,
  secrets: Secrets,
  { inviterId, inviter, email, relationship }: Invited,
  now: Date,
): Promise<{ id: string; token: string }> {
  const jti = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + INVITATION_SECONDS * 1000);
  const kept = { inviter_id: inviterId, email, relationship, created_at: now, expires_at: expires };
  const id = await putInvitation(db, { ...kept, hash: hashOfLink(jti) });
  const claims = {
    kind: 'invitation',
    email,
    inviter_email: inviter.email,
    inviter_id: inviter.playerid,
    inviter_name: inviter.name,
    relationship,
    welcome_email: false,
    jti,
  } as const;
  return { id, token: await signToken(secrets, LinkToken, claims, expires) };
}

const REFUSALS = {
  over: 'TOKEN_EXPIRED',
  accepted: 'INVITATION_ACCEPTED',
  foreign: 'INVITATION_NOT_YOURS',
} as const;

/**
 * Accepts an invitation that was mailed to an address of the caller, once.
 * @throws INVALID_TOKEN, TOKEN_EXPIRED (also replaced), INVITATION_ACCEPTED, INVITATION_NOT_YOURS (also one's own)
 */
export async function acceptInvitation(
  db: Db,
  secrets: Secrets,
  { accountid }: { accountid: number },
  token: string,
  now: Date,
): Promise<undefined> {
  const { jti } = await readLink(secrets, ['invitation'], token, now);
  const outcome = await takeInvitation(db, accountid, jti, now);
  if (outcome !== 'taken') throw new Refusal(REFUSALS[outcome]);
}

/** Accepts the invitation of a token that was read already; `over` is expired, replaced, or from a closed account. */
export async function takeInvitation(
  db: Db,
  accountid: number,
  jti: string,
  now: Date,
): Promise<'taken' | 'over' | 'accepted' | 'foreign'> {
  const hash = hashOfLink(jti);
  if (await putAcceptance(db, hash, accountid, now)) return 'taken';
  const invitation = await findInvitation(db, hash, accountid);
  if (invitation && !invitation.isfor) return 'foreign';
  return invitation?.accepted_at ? 'accepted' : 'over';
}
