import type { LinkClaims } from '@promenade/contract/access';
import type { Asked } from '@promenade/contract/route';
import type { confirmSignUp as route } from '@promenade/contract/signUp';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { LinkToken, readToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { type Application, apply, orTaken, requireCompany } from './applications.ts';
import { takeInvitation } from './invitations.ts';
import { takeForeignLink } from './linkQueries.ts';
import { hashOfLink } from './links.ts';
import { hashPassword } from './passwords.ts';

const SIGN_UPS_PER_NETWORK = 20;

type Body = Asked<typeof route>['body'];
type Proof = LinkClaims & { jti: string };

/**
 * Makes the account that was applied for, with a proof of its address: under review, except for a co-worker of somebody
 * who has one (A-ROLE-10).
 * @throws VALIDATION, TERMS_NOT_ACCEPTED, INVALID_EMAIL_TOKEN, EMAIL_TAKEN, SIGNUP_FAILED, TOO_MANY_REQUESTS, BUSY
 */
export async function confirmSignUp(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  body: Body,
  network: string,
  now: Date,
): Promise<undefined> {
  await spend(db, [perHour('sign-up', network, SIGN_UPS_PER_NETWORK)], now);
  requireCompany(body.industry, body);
  if (!body.hasAcceptedTerms) throw new Refusal('TERMS_NOT_ACCEPTED');
  const proof = await readProof(secrets, body, now);
  const password_hash = proof.kind === 'invitation' ? await hashPassword(choosePassword(body)) : null;
  const status = proof.relationship === 'coworker' ? 'active' : 'pending';
  const answers = answersOf(body, proof, now);
  await orTaken(
    db.transaction().execute(async (db) => {
      const { accountid } = await apply(db, answers, { status, password_hash }, now);
      await takeProof(db, proof, accountid, now);
    }),
  );
}

/** A code that was typed, or an invitation; both for this address, signed by us and in time. */
async function readProof(secrets: Secrets, { email, email_token, token }: Body, now: Date): Promise<Proof> {
  const proof = await readToken(secrets, LinkToken, email_token || token || '', now);
  if (typeof proof === 'string' || !['email', 'invitation'].includes(proof.kind) || proof.email !== email)
    throw new Refusal('INVALID_EMAIL_TOKEN');
  return proof;
}

function choosePassword({ password, confirm_password }: Body): string {
  if (!password) throw new Refusal('VALIDATION', { password: 'This field is required' });
  if (confirm_password !== password) throw new Refusal('VALIDATION', { confirm_password: 'Passwords must match' });
  return password;
}

/** Whoever invited stands in the token: what the body says about it could be anything. */
function answersOf(
  body: Body,
  { inviter_id, inviter_email, inviter_name, relationship }: Proof,
  now: Date,
): Application {
  const {
    hasAcceptedTerms: _terms,
    email_token: _proof,
    token: _invitation,
    password: _password,
    confirm_password: _again,
    inviter_email: _email,
    inviter_id: _id,
    inviter_relationship: _relationship,
    ...told
  } = body;
  const inviter = { playerid: inviter_id ?? '', email: inviter_email ?? '', name: inviter_name ?? '' };
  return { ...told, terms_accepted_at: now.toISOString(), ...(relationship && { inviter, relationship }) };
}

async function takeProof(db: Db, { kind, jti }: Proof, accountid: number, now: Date): Promise<void> {
  if (kind === 'invitation') {
    const outcome = await takeInvitation(db, accountid, jti, now);
    if (outcome === 'accepted') throw new Refusal('SIGNUP_FAILED');
    if (outcome !== 'taken') throw new Refusal('INVALID_EMAIL_TOKEN');
  } else if ((await takeForeignLink(db, hashOfLink(jti), now)) === undefined) {
    throw new Refusal('SIGNUP_FAILED');
  }
}
