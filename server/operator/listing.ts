import type { Db } from '../platform/database/db.ts';
import type { Roles } from './account.ts';
import { listAccounts } from './queries.ts';

/** Returns one line per account; a pending one has a second line with the applicant and the time (UTC). */
export async function formatAccounts(db: Db, filter: { pending: boolean }): Promise<string[]> {
  const accounts = await listAccounts(db, filter);
  return accounts.flatMap((account) => {
    const { emails, status, haspassword } = account;
    const line = `${emails}  ${status}, ${formatRoles(account)}${haspassword ? '' : ', no password yet'}`;
    return status === 'pending' ? [line, `    ${formatApplicant(account)}`] : [line];
  });
}

export function formatRoles({ verified, label_staff, operator }: Required<Roles>): string {
  const staff = [...(label_staff ? ['label staff'] : []), ...(operator ? ['operator'] : [])];
  return [verified ? 'verified' : 'not verified', ...staff].join(', ');
}

type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

function formatApplicant(account: AccountRow): string {
  const { firstname, lastname, company, industry, country, appliedat, inviter, relationship } = account;
  const applied = appliedat && `applied ${appliedat.toISOString().slice(0, 16).replace('T', ' ')}`;
  const invited = inviter && `invited by ${inviter} (${relationship})`;
  const parts = [`${firstname} ${lastname}`.trim(), company, industry, country, applied, invited];
  return parts.filter(Boolean).join(', ') || 'no application';
}
