import type { Relationship } from '@promenade/contract/access';
import { type AboutCompany, type AboutYou, missingAboutCompany } from '@promenade/contract/signUp';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createAccount } from './accounts.ts';
import { isTaken, putApplication } from './applicationQueries.ts';
import { requirePlace } from './places.ts';

/** All that a sign-up tells, as whoever decides about it reads it. */
export interface Application extends AboutYou, AboutCompany {
  language?: string;
  /** The page that the form was opened with. */
  sign_up_page_url?: string;
  /** An ISO instant. */
  terms_accepted_at?: string;
  inviter?: { playerid: string; email: string; name: string };
  relationship?: Relationship;
}

interface Decided {
  /** `active` is approved without anybody looking. */
  status: 'pending' | 'active';
  password_hash: string | null;
}

/** Makes the account of an application and keeps its answers; call it in a transaction. The address must be free. */
export async function apply(
  db: Db,
  answers: Application,
  { status, password_hash }: Decided,
  now: Date,
): Promise<{ accountid: number }> {
  const { first_name, last_name, email, role, phone, web_site, group_owner, country, state, city } = answers;
  const { accountid } = await createAccount(db, {
    email,
    status,
    password_hash,
    firstname: first_name,
    lastname: last_name,
    phone,
    website: web_site,
    title: role,
    company: group_owner,
    country,
    state,
    city,
    language: answers.language || 'en',
  });
  const decision = status === 'active' ? 'approved' : null;
  await putApplication(db, { account_id: accountid, answers, created_at: now, decision });
  return { accountid };
}

/**
 * Waits for the transaction of an application.
 * @throws EMAIL_TAKEN when its address got an account meanwhile
 */
export async function orTaken(applying: Promise<void>): Promise<void> {
  try {
    await applying;
  } catch (reason) {
    throw isTaken(reason) ? new Refusal('EMAIL_TAKEN') : reason;
  }
}

/**
 * What depends on other answers: the state on the country, the station's on the industry.
 * @throws VALIDATION
 */
export function requireCompany(industry: AboutYou['industry'], company: AboutCompany): void {
  const missing = missingAboutCompany(industry, company);
  if (missing.length > 0)
    throw new Refusal('VALIDATION', Object.fromEntries(missing.map((field) => [field, 'This field is required'])));
  requirePlace(company);
}
