import type { Db } from '../platform/database/db.ts';
import type { Roles } from './account.ts';
import { listAccounts } from './queries.ts';

/** One line for each account; a second one for each that waits says who applied, and when (UTC). */
export async function listing(db: Db, which: { pending: boolean }): Promise<string[]> {
  const accounts = await listAccounts(db, which);
  return accounts.flatMap((account) => {
    const { emails, status, haspassword } = account;
    const line = `${emails}  ${status}, ${inWords(account)}${haspassword ? '' : ', no password yet'}`;
    return status === 'pending' ? [line, `    ${applicant(account)}`] : [line];
  });
}

/** What an account may do, as a reader says it. */
export function inWords({ verified, label_staff, operator }: Required<Roles>): string {
  const staff = [...(label_staff ? ['label staff'] : []), ...(operator ? ['operator'] : [])];
  return [verified ? 'verified' : 'not verified', ...staff].join(', ');
}

type Listed = Awaited<ReturnType<typeof listAccounts>>[number];

function applicant({ firstname, lastname, company, industry, country, appliedat, inviter, relationship }: Listed) {
  const who = [`${firstname} ${lastname}`.trim(), company, industry, country];
  const when = appliedat && `applied ${appliedat.toISOString().slice(0, 16).replace('T', ' ')}`;
  const how = inviter && `invited by ${inviter} (${relationship})`;
  return [...who, when, how].filter(Boolean).join(', ') || 'no application';
}
