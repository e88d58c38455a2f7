import type { LinkClaims } from '@promenade/contract/access';
import type { RouteInput } from '@promenade/contract/route';
import type { confirmSignUp as route } from '@promenade/contract/signUp';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { LinkToken, verifyToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import type { ApplyRules } from './accounts.ts';
import { type Application, createApplication, requireCompanyDetails } from './applications.ts';
import { consumeInvitation } from './invitations.ts';
import { markLinkUsed } from './linkQueries.ts';
import { hashLinkId } from './links.ts';
import { hashPassword } from './passwords.ts';

const SIGN_UPS_PER_NETWORK = 20;

type Body = RouteInput<typeof route>['body'];
type Proof = LinkClaims & { jti: string };

/**
 * Creates a pending account with a proof of its address; an invited co-worker's is active (requirement A-ROLE-10).
 * @param context.root counts attempts, refused ones too
 */
export async function confirmSignUp(
  context: AppContext & { applyRules: ApplyRules; root: Db },
  body: Body,
  network: string,
  now: Date,
): Promise<undefined> {
  const { db, root, secrets, applyRules } = context;
  await consumeRateLimits(root, [perHour('sign-up', network, SIGN_UPS_PER_NETWORK)], now);
  requireCompanyDetails(body.industry, body);
  if (!body.hasAcceptedTerms) throw new Refusal('TERMS_NOT_ACCEPTED');
  const proof = await requireProof(secrets, body, now);
  const password_hash = proof.kind === 'invitation' ? await hashPassword(requirePassword(body)) : null;
  const status = proof.relationship === 'coworker' ? 'active' : 'pending';
  const answers = buildAnswers(body, proof, now);
  await inTransaction(db, async (db) => {
    const accountid = await createApplication(db, answers, { status, password_hash }, now);
    await consumeProof(db, proof, accountid, now);
    await applyRules(db, accountid);
  });
}

/** Accepts the token of a verified code or of an invitation, for this address. */
async function requireProof(secrets: Secrets, { email, email_token, token }: Body, now: Date): Promise<Proof> {
  const proof = await verifyToken(secrets, LinkToken, email_token || token || '', now);
  if (typeof proof === 'string' || !['email', 'invitation'].includes(proof.kind) || proof.email !== email)
    throw new Refusal('INVALID_EMAIL_TOKEN');
  return proof;
}

function requirePassword({ password, confirm_password }: Body): string {
  if (!password) throw new Refusal('VALIDATION', { password: 'This field is required' });
  if (confirm_password !== password) throw new Refusal('VALIDATION', { confirm_password: 'Passwords must match' });
  return password;
}

/** Takes the inviter from the signed token, not from the body. */
function buildAnswers(body: Body, proof: Proof, now: Date): Application {
  const { inviter_id, inviter_email, inviter_name, relationship } = proof;
  const {
    hasAcceptedTerms: _terms,
    email_token: _proof,
    token: _invitation,
    password: _password,
    confirm_password: _confirmation,
    inviter_email: _email,
    inviter_id: _id,
    inviter_relationship: _relationship,
    ...answers
  } = body;
  const inviter = { playerid: inviter_id ?? '', email: inviter_email ?? '', name: inviter_name ?? '' };
  return { ...answers, terms_accepted_at: now.toISOString(), ...(relationship && { inviter, relationship }) };
}

async function consumeProof(db: Db, { kind, jti }: Proof, accountid: number, now: Date): Promise<void> {
  if (kind === 'invitation') {
    const problem = await consumeInvitation(db, accountid, jti, now);
    if (problem === 'INVITATION_ACCEPTED') throw new Refusal('SIGNUP_FAILED');
    if (problem) throw new Refusal('INVALID_EMAIL_TOKEN');
  } else if (!(await markLinkUsed(db, hashLinkId(jti), now))) {
    throw new Refusal('SIGNUP_FAILED');
  }
}
