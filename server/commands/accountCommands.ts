import { COMMAND, endAccountSessions, type Roles, setDisabled, setRole, upsertAccount } from '../accounts/account.ts';
import { approve, reject } from '../accounts/decide.ts';
import { decideCountry } from '../accounts/packageRules.ts';
import { listAccountPage } from '../accounts/peopleQueries.ts';
import { listAccounts } from '../accounts/queries.ts';
import { getAccount, liftLocks, sendLink } from '../operator/people.ts';
import { deleteAccountByName, exportAccount } from '../operator/personalData.ts';
import { verifyStoredFiles } from '../operator/status.ts';
import type { AppContext } from '../platform/context.ts';
import {
  ACCOUNT,
  type Commands,
  command,
  EMAIL,
  FILE,
  flag,
  many,
  NAME,
  optional,
  type Print,
  TEXT,
  value,
} from './command.ts';

const choice = { type: 'boolean' } as const;

export const accountCommands: Commands = {
  list: command({
    options: { pending: flag },
    summary: 'lists all accounts and their roles, or only the pending applications',
    run: async ({ db }, filter, print) => {
      for (const account of await listAccounts(db, filter)) {
        const [line = '', ...details] = formatAccount(account);
        print(line, account);
        for (const detail of details) print(detail);
      }
    },
  }),
  approve: command({
    arguments: { email: EMAIL },
    options: { package: many(NAME), verified: flag },
    summary:
      'approves a pending application and sends a mail, at once; a decision in the console can be taken back for ten minutes',
    run: async (context, { email, package: packages, verified }, print) => {
      const { asksPassword } = await approve(context, email, { packages, verified });
      const link = asksPassword ? ' with a link to set a password' : '';
      print(`Approved ${email}; sending a mail${link}.`, { email, status: 'active', asksPassword });
    },
  }),
  reject: command({
    arguments: { email: EMAIL },
    options: { reason: TEXT },
    summary: 'rejects a pending application and sends a mail',
    run: async (context, { email, reason = '' }, print) => {
      await reject(context, email, { reason });
      print(`Rejected ${email}; sending a mail.`, { email, status: 'disabled' });
    },
  }),
  country: command({
    arguments: { account: optional(ACCOUNT), country: optional(value('CODE', 'the code of its country')) },
    options: { refuse: flag },
    summary:
      'accepts the country that a person told, so that rules of packages read it; --refuse: it brings no package. ' +
      'Without an account: lists who waits for it',
    check: ({ account, country, refuse }) =>
      (account === undefined ? refuse : country === undefined) &&
      'country needs one account and the code of its country.',
    run: async (context, { account, country, refuse }, print) => {
      if (account === undefined || country === undefined) return listWaiting(context, print);
      const accepted = !refuse;
      await decideCountry(context, account, { country, accepted });
      const line = `${accepted ? 'Accepted' : 'Refused'} the country ${country} of ${account}.`;
      print(line, { account, country, accepted });
    },
  }),
  verify: command({
    arguments: { email: optional(EMAIL) },
    options: { off: flag },
    summary:
      'lets the account invite and share; --off revokes it. Without an address: reads every stored file and compares its size and hash',
    check: ({ email, off }) => email === undefined && off && 'verify needs one email address.',
    run: async (context, { email, off }, print) => {
      if (email === undefined) return verifyFiles(context, print);
      await setRole(context, email, 'verified', !off);
      print(`${email} is ${off ? 'no longer' : 'now'} verified.`, { email, verified: !off });
    },
  }),
  'label-staff': command({
    arguments: { email: EMAIL },
    options: { off: flag },
    summary: 'makes the account label staff; --off revokes it',
    run: async (context, { email, off }, print) => {
      await setRole(context, email, 'label_staff', !off);
      print(`${email} is ${off ? 'no longer' : 'now'} label staff.`, { email, label_staff: !off });
    },
  }),
  account: command({
    arguments: { email: EMAIL },
    options: { verified: choice, 'label-staff': choice, operator: choice },
    summary:
      'creates the account or changes its roles (--no-verified … revokes them), and prints a link to set its password',
    run: async (context, { email, verified, 'label-staff': label_staff, operator }, print) => {
      const changes: Roles = {
        ...(verified !== undefined && { verified }),
        ...(label_staff !== undefined && { label_staff }),
        ...(operator !== undefined && { operator }),
      };
      const { created, status, roles, link } = await upsertAccount(context, email, changes);
      const result = { email, created, status, ...roles, link };
      print(`${created ? 'Created' : 'Changed'} the account ${email} (${formatRoles(roles)}).`, result);
      print(`This link sets its password once within 48 hours: ${link}`);
      if (status !== 'active')
        print(`It is ${status} and cannot sign in: ${status === 'pending' ? 'approve' : 'enable'} it, too.`);
    },
  }),
  disable: command({
    arguments: { account: ACCOUNT },
    summary: 'ends its sessions, streams and downloads at once and refuses its sign-in',
    run: async (context, { account }, print) => {
      await setDisabled(context, account, true);
      print(`${account} is now disabled.`, { account, status: 'disabled' });
    },
  }),
  enable: command({
    arguments: { account: ACCOUNT },
    summary: 'lets a disabled account sign in again',
    run: async (context, { account }, print) => {
      await setDisabled(context, account, false);
      print(`${account} is now active.`, { account, status: 'active' });
    },
  }),
  'end-sessions': command({
    arguments: { account: ACCOUNT },
    summary: 'signs the account out everywhere',
    run: async (context, { account }, print) => {
      const sessions = await endAccountSessions(context, account);
      print(`Ended ${sessions === 1 ? '1 session' : `${sessions} sessions`} of ${account}.`, { account, sessions });
    },
  }),
  'send-link': command({
    arguments: { account: ACCOUNT },
    options: { password: flag },
    summary: 'mails its oldest address a link that signs in; --password: one that sets a password',
    run: async (context, { account, password }, print) => {
      const email = await sendLink(context, account, password ? 'reset' : 'sign-in');
      print(`Sending a link to ${email}.`, { account, email });
    },
  }),
  'lift-locks': command({
    arguments: { account: ACCOUNT },
    summary: 'lets the addresses of the account sign in and get mails again at once',
    run: async (context, { account }, print) => {
      const lifted = await liftLocks(context, account);
      print(`Lifted ${lifted === 1 ? '1 limit' : `${lifted} limits`} of ${account}.`, { account, lifted });
    },
  }),
  'export-account': command({
    arguments: { account: ACCOUNT, file: FILE },
    summary: 'writes everything about the account to a new JSON file, which only its owner can read',
    run: async (context, { account, file }, print) => {
      await exportAccount(context, account, file);
      print(`Wrote ${file}: it is as secret as the account.`, { account, file });
    },
  }),
  'delete-account': command({
    arguments: { account: ACCOUNT },
    options: { yes: flag },
    summary: 'with --yes deletes the account with everything about it; ledger and audit trail keep a pseudonym',
    run: async (context, { account, yes }, print) => {
      const { playerid, requestedAt } = await deleteAccountByName(context, account, yes);
      const request = requestedAt
        ? `requested ${requestedAt.toISOString().slice(0, 10)}`
        : 'not requested by its owner';
      const line = `Deleted ${account} (${request}). The ledger keeps the pseudonym ${playerid}.`;
      print(line, { account, playerid, requestedAt });
    },
  }),
};

async function listWaiting({ db, now }: AppContext, print: Print): Promise<void> {
  const query = { waits: 'country', sort: 'name', page: 1, pagesize: 1_000 } as const;
  for (const { playerid, name, email } of (await listAccountPage(db, query)).items) {
    const { country, countrycheck } = await getAccount(db, playerid, now());
    const packages = countrycheck?.packages ?? [];
    const former = countrycheck?.approved || 'none';
    const line = `${email || playerid}: ${name}, ${country} instead of ${former}, would get ${packages.join(', ')}`;
    print(line, { playerid, email, country, ...countrycheck });
  }
}

/** @throws one sentence when a file is missing or wrong; each is printed before */
async function verifyFiles(context: AppContext, print: Print): Promise<void> {
  const result = await verifyStoredFiles(context, COMMAND, (problem) => print(problem, { problem }));
  const { files, bytes, damaged } = result;
  const megabytes = Math.round(bytes / 1024 ** 2);
  if (damaged > 0) throw new Error(`${damaged} of ${files} files are missing or wrong: restore them from a backup.`);
  print(`All ${files} files (${megabytes} MB) are complete.`, result);
}

type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

/** One line; for a pending account a second one with the applicant and the time (UTC). */
export function formatAccount(account: AccountRow): string[] {
  const { emails, status, haspassword } = account;
  const addresses = emails.join(', ') || '(no address)';
  const line = `${addresses}  ${status}, ${formatRoles(account)}${haspassword ? '' : ', no password yet'}`;
  return status === 'pending' ? [line, `    ${formatApplicant(account)}`] : [line];
}

function formatRoles({ verified, label_staff, operator }: Required<Roles>): string {
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
