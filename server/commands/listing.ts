import type { Roles } from '../accounts/account.ts';
import type { listAccounts } from '../accounts/queries.ts';

type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

/** One line; for a pending account a second one with the applicant and the time (UTC). */
export function formatAccount(account: AccountRow): string[] {
  const { emails, status, haspassword } = account;
  const addresses = emails.join(', ') || '(no address)';
  const line = `${addresses}  ${status}, ${formatRoles(account)}${haspassword ? '' : ', no password yet'}`;
  return status === 'pending' ? [line, `    ${formatApplicant(account)}`] : [line];
}

export function formatRoles({ verified, label_staff, operator }: Required<Roles>): string {
  const staff = [...(label_staff ? ['label staff'] : []), ...(operator ? ['operator'] : [])];
  return [verified ? 'verified' : 'not verified', ...staff].join(', ');
}

function formatApplicant(account: AccountRow): string {
  const { firstname, lastname, company, industry, country, appliedat, inviter, relationship } = account;
  const applied = appliedat && `applied ${appliedat.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const invited = inviter && `invited by ${inviter} (${relationship})`;
  const parts = [`${firstname} ${lastname}`.trim(), company, industry, country, applied, invited];
  return parts.filter(Boolean).join(', ') || 'no application';
}
