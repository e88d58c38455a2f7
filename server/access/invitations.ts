import { randomBytes } from 'node:crypto';
import type { Relationship } from '@promenade/contract/access';
import { INVITATION_SECONDS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { findInvitation, setAccepted, upsertInvitation } from './invitationQueries.ts';
import { hashLinkId, requireLinkClaims } from './links.ts';

interface InvitationInput {
  inviterId: number;
  /** Shown to the invited person. */
  inviter: { email: string; name: string; playerid: string };
  /** Lower-case. */
  email: string;
  relationship: Relationship;
}

/**
 * Creates an invitation for 30 days; it replaces the open one of the same inviter to the same address. Its token opens
 * `/signup/` for an address without an account, else `/signin/`.
 */
export async function createInvitation(
  db: Db,
  secrets: Secrets,
  { inviterId, inviter, email, relationship }: InvitationInput,
  now: Date,
): Promise<{ id: string; token: string; expires: Date }> {
  const jti = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + INVITATION_SECONDS * 1000);
  const row = { inviter_id: inviterId, email, relationship, hash: hashLinkId(jti), created_at: now, expires_at };
  const id = await upsertInvitation(db, row);
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
  return { id, token: await signToken(secrets, LinkToken, claims, expires_at), expires: expires_at };
}

/** Accepts an invitation to an address of the caller, once. */
export async function acceptInvitation(
  db: Db,
  secrets: Secrets,
  { accountid }: { accountid: number },
  token: string,
  now: Date,
): Promise<undefined> {
  const { jti } = await requireLinkClaims(secrets, ['invitation'], token, now);
  const problem = await consumeInvitation(db, accountid, jti, now);
  if (problem) throw new Refusal(problem);
}

/** Accepts the invitation of a verified token and returns undefined, or why it cannot be accepted. */
export async function consumeInvitation(
  db: Db,
  accountid: number,
  jti: string,
  now: Date,
): Promise<'TOKEN_EXPIRED' | 'INVITATION_ACCEPTED' | 'INVITATION_NOT_YOURS' | undefined> {
  const hash = hashLinkId(jti);
  if (await setAccepted(db, hash, accountid, now)) return undefined;
  const invitation = await findInvitation(db, hash, accountid);
  if (invitation && !invitation.isInvited) return 'INVITATION_NOT_YOURS';
  return invitation?.accepted_at ? 'INVITATION_ACCEPTED' : 'TOKEN_EXPIRED';
}
