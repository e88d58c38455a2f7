import type { Relationship } from '@promenade/contract/access';
import { type AboutCompany, type AboutYou, missingAboutCompany } from '@promenade/contract/signUp';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createAccount } from './accounts.ts';
import { insertApplication, isEmailTaken } from './applicationQueries.ts';
import { requireCountry } from './countries.ts';

/** The answers of a sign-up, as stored for the operator who decides about it. */
export interface Application extends AboutYou, AboutCompany {
  language?: string;
  /** Address of the page where the form was opened. */
  sign_up_page_url?: string;
  /** ISO instant, UTC. */
  terms_accepted_at?: string;
  inviter?: { playerid: string; email: string; name: string };
  relationship?: Relationship;
}

interface Review {
  /** `active` is an approval without a review. */
  status: 'pending' | 'active';
  password_hash: string | null;
}

/** Creates the account of an application and stores its answers. Must run in a transaction. */
export async function createApplication(db: Db, answers: Application, review: Review, now: Date): Promise<number> {
  const { status, password_hash } = review;
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
    approved_country: null,
    approved_company: null,
    state,
    city,
    language: answers.language || 'en',
    // Whoever applied was told by the form what labels see.
    told_at: now,
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? new Refusal('EMAIL_TAKEN') : error;
  });
  const decision = status === 'active' ? 'approved' : null;
  await insertApplication(db, { account_id: accountid, answers, created_at: now, decision });
  return accountid;
}

/** Checks the fields that depend on other answers: the state on the country, the radio station on the industry. */
export function requireCompanyDetails(industry: AboutYou['industry'], company: AboutCompany): void {
  const missing = missingAboutCompany(industry, company);
  if (missing.length > 0)
    throw new Refusal('VALIDATION', Object.fromEntries(missing.map((field) => [field, 'This field is required'])));
  requireCountry(company);
}
