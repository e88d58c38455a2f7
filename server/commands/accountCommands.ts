import { parseArgs } from 'node:util';
import { COMMAND, changeAccount, endAccountSessions, type Roles, setDisabled, setRole } from '../accounts/account.ts';
import { approve, reject } from '../accounts/decide.ts';
import { decideCountry } from '../accounts/packageRules.ts';
import { listAccountPage } from '../accounts/peopleQueries.ts';
import { listAccounts } from '../accounts/queries.ts';
import { getAccount, liftLocks, sendLink } from '../operator/people.ts';
import { verifyStoredFiles } from '../operator/status.ts';
import type { AppContext } from '../platform/context.ts';
import { type Action, type Commands, type Print, parseArguments, parseEmail, requireAccountName } from './command.ts';
import { formatAccount, formatRoles } from './listing.ts';

export const accountCommands: Commands = {
  list: {
    usage: 'list [--pending]',
    summary: ['lists all accounts and their roles, or only the pending applications'],
    parse(args) {
      const { values } = parseArgs({ args, options: { pending: { type: 'boolean' } } });
      return async ({ db }, print) => {
        for (const account of await listAccounts(db, { pending: values.pending ?? false })) {
          const [line = '', ...details] = formatAccount(account);
          print(line, account);
          for (const detail of details) print(detail);
        }
      };
    },
  },
  approve: {
    usage: 'approve EMAIL [--package NAME] [--verified]',
    summary: ['approves a pending application and sends a mail; --package may be repeated'],
    parse(args) {
      const { email, values } = parseEmail('approve', args, {
        package: { type: 'string', multiple: true },
        verified: { type: 'boolean' },
      });
      return async (context, print) => {
        const { package: packages = [], verified = false } = values;
        const { asksPassword } = await approve(context, email, { packages, verified });
        const link = asksPassword ? ' with a link to set a password' : '';
        print(`Approved ${email}; sending a mail${link}.`, { email, status: 'active', asksPassword });
      };
    },
  },
  reject: {
    usage: 'reject EMAIL [--reason TEXT]',
    summary: ['rejects a pending application and sends a mail'],
    parse(args) {
      const { email, values } = parseEmail('reject', args, { reason: { type: 'string' } });
      return async (context, print) => {
        await reject(context, email, { reason: values.reason ?? '' });
        print(`Rejected ${email}; sending a mail.`, { email, status: 'disabled' });
      };
    },
  },
  country: {
    usage: 'country [ACCOUNT CODE [--refuse]]',
    summary: [
      'accepts the country that a person told, so that rules of packages read it; --refuse: it brings',
      'no package. Without an account: lists who waits for it',
    ],
    parse: parseCountry,
  },
  verify: {
    usage: 'verify [EMAIL [--off]]',
    summary: [
      'lets the account invite and share; --off revokes it.',
      'Without an address: reads every stored file and compares its size and hash',
    ],
    parse: (args) => (args.length === 0 ? verify : roleParser('verify', 'verified', 'verified')(args)),
  },
  'label-staff': {
    usage: 'label-staff EMAIL [--off]',
    summary: ['makes the account label staff; --off revokes it'],
    parse: roleParser('label-staff', 'label_staff', 'label staff'),
  },
  account: {
    usage: 'account EMAIL [--verified] [--label-staff] [--operator]',
    summary: [
      'creates the account or changes its roles (--no-verified … revokes them),',
      'and prints a link to set its password',
    ],
    parse: parseAccount,
  },
  disable: {
    usage: 'disable ACCOUNT',
    summary: ['ends its sessions, streams and downloads at once and refuses its sign-in'],
    parse: statusParser('disable', true),
  },
  enable: {
    usage: 'enable ACCOUNT',
    summary: ['lets a disabled account sign in again'],
    parse: statusParser('enable', false),
  },
  'end-sessions': {
    usage: 'end-sessions ACCOUNT',
    summary: ['signs the account out everywhere'],
    parse(args) {
      const { positionals } = parseArguments('end-sessions', args, ['one account'], {});
      const account = requireAccountName('end-sessions', positionals[0]);
      return async (context, print) => {
        const count = await endAccountSessions(context, account);
        print(`Ended ${count === 1 ? '1 session' : `${count} sessions`} of ${account}.`, { account, sessions: count });
      };
    },
  },
  'send-link': {
    usage: 'send-link ACCOUNT [--password]',
    summary: ['mails a link that signs in; --password: one that sets a password'],
    parse(args) {
      const options = { password: { type: 'boolean' } } as const;
      const { values, positionals } = parseArguments('send-link', args, ['one account'], options);
      const account = requireAccountName('send-link', positionals[0]);
      return async (context, print) => {
        const email = await sendLink(context, account, values.password ? 'reset' : 'sign-in');
        print(`Sending a link to ${email}.`, { account, email });
      };
    },
  },
  'lift-locks': {
    usage: 'lift-locks ACCOUNT',
    summary: ['lets the addresses of the account sign in and get mails again'],
    parse(args) {
      const { positionals } = parseArguments('lift-locks', args, ['one account'], {});
      const account = requireAccountName('lift-locks', positionals[0]);
      return async (context, print) => {
        const lifted = await liftLocks(context, account);
        print(`Lifted ${lifted === 1 ? '1 limit' : `${lifted} limits`} of ${account}.`, { account, lifted });
      };
    },
  },
};

function parseCountry(args: string[]): Action {
  if (args.length === 0) return listWaiting;
  const options = { refuse: { type: 'boolean' } } as const;
  const { values, positionals } = parseArguments('country', args, ['one account', 'the code of its country'], options);
  const [name, country = ''] = positionals;
  const account = requireAccountName('country', name);
  const accepted = !values.refuse;
  return async (context, print) => {
    await decideCountry(context, account, { country, accepted });
    print(`${accepted ? 'Accepted' : 'Refused'} the country ${country} of ${account}.`, { account, country, accepted });
  };
}

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

function roleParser(command: string, role: 'verified' | 'label_staff', label: string) {
  return (args: string[]): Action => {
    const { email, values } = parseEmail(command, args, { off: { type: 'boolean' } });
    return async (context, print) => {
      await setRole(context, email, role, !values.off);
      print(`${email} is ${values.off ? 'no longer' : 'now'} ${label}.`, { email, [role]: !values.off });
    };
  };
}

function statusParser(command: string, isDisabled: boolean) {
  return (args: string[]): Action => {
    const { positionals } = parseArguments(command, args, ['one account'], {});
    const account = requireAccountName(command, positionals[0]);
    return async (context, print) => {
      await setDisabled(context, account, isDisabled);
      const status = isDisabled ? 'disabled' : 'active';
      print(`${account} is now ${status}.`, { account, status });
    };
  };
}

function parseAccount(args: string[]): Action {
  const flag = { type: 'boolean' } as const;
  const { email, values } = parseEmail('account', args, { verified: flag, 'label-staff': flag, operator: flag });
  const changes: Roles = {
    ...(values.verified !== undefined && { verified: values.verified }),
    ...(values['label-staff'] !== undefined && { label_staff: values['label-staff'] }),
    ...(values.operator !== undefined && { operator: values.operator }),
  };
  return async (context, print) => {
    const { created, status, roles, link } = await changeAccount(context, email, changes);
    const result = { email, created, status, ...roles, link };
    print(`${created ? 'Created' : 'Changed'} the account ${email} (${formatRoles(roles)}).`, result);
    print(`This link sets its password once within 48 hours: ${link}`);
    if (status !== 'active')
      print(`It is ${status} and cannot sign in: ${status === 'pending' ? 'approve' : 'enable'} it, too.`);
  };
}

/** @throws one sentence when a file is missing or wrong; each is printed before */
async function verify(context: AppContext, print: Print): Promise<void> {
  const result = await verifyStoredFiles(context, COMMAND, (problem) => print(problem, { problem }));
  const { files, bytes, damaged } = result;
  const megabytes = Math.round(bytes / 1024 ** 2);
  if (damaged > 0) throw new Error(`${damaged} of ${files} files are missing or wrong: restore them from a backup.`);
  print(`All ${files} files (${megabytes} MB) are complete.`, result);
}
