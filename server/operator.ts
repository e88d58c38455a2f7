import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Email } from '@promenade/contract/access';
import { changeAccount, type Roles, setRole } from './operator/account.ts';
import { approve, reject } from './operator/decide.ts';
import { formatAccounts, formatRoles } from './operator/listing.ts';
import type { AppContext } from './platform/context.ts';
import { openContext } from './platform/openContext.ts';
import { runCommand, UsageError } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openLog } from './platform/process/log.ts';

const help = `
Manages the accounts of an installation; the service may run meanwhile.

npm run operator -- COMMAND …
  list [--pending]
                  lists all accounts and their roles, or only the pending applications
  approve EMAIL   approves a pending application and sends a mail
  reject EMAIL    rejects a pending application and sends a mail
  verify EMAIL [--off]
                  lets the account invite and share; --off revokes it
  label-staff EMAIL [--off]
                  makes the account label staff; --off revokes it
  account EMAIL [--verified] [--label-staff] [--operator]
                  creates the account or changes its roles (--no-verified … revokes them),
                  and prints a link to set its password

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

type Action = (context: AppContext) => Promise<void>;

/** Parses the arguments of each command before the database is opened. */
const commands: Record<string, (args: string[]) => Action> = {
  list,
  approve: (args) => {
    const { email } = parseEmail('approve', args, {});
    return async (context) => {
      const { asksPassword } = await approve(context, email);
      print(`Approved ${email}; sending a mail${asksPassword ? ' with a link to set a password' : ''}.`);
    };
  },
  reject: (args) => {
    const { email } = parseEmail('reject', args, {});
    return async (context) => {
      await reject(context, email);
      print(`Rejected ${email}; sending a mail.`);
    };
  },
  verify: roleCommand('verify', 'verified', 'verified'),
  'label-staff': roleCommand('label-staff', 'label_staff', 'label staff'),
  account,
};
const print = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(help, async ([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`The command must be one of ${Object.keys(commands).join(', ')}.`);
  const act = command(args);
  const config = readConfig(process.env);
  const { context, close } = await openContext(config, { log: openLog('error', !process.stderr.isTTY) });
  try {
    await act(context);
  } finally {
    await close();
  }
});

function parseEmail<Options extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  options: Options,
) {
  const { values, positionals } = parseArgs({
    args,
    options,
    allowPositionals: true,
    allowNegative: true,
  });
  const email = Email.safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1) throw new UsageError(`${command} needs one email address.`);
  return { email: email.data, values };
}

function roleCommand(command: string, role: 'verified' | 'label_staff', label: string): (args: string[]) => Action {
  return (args) => {
    const { email, values } = parseEmail(command, args, { off: { type: 'boolean' } });
    return async (context) => {
      await setRole(context, email, role, !values.off);
      print(`${email} is ${values.off ? 'no longer' : 'now'} ${label}.`);
    };
  };
}

function account(args: string[]): Action {
  const flag = { type: 'boolean' } as const;
  const { email, values } = parseEmail('account', args, { verified: flag, 'label-staff': flag, operator: flag });
  const changes: Roles = {
    ...(values.verified !== undefined && { verified: values.verified }),
    ...(values['label-staff'] !== undefined && { label_staff: values['label-staff'] }),
    ...(values.operator !== undefined && { operator: values.operator }),
  };
  return async (context) => {
    const { created, roles, link } = await changeAccount(context, email, changes);
    print(`${created ? 'Created' : 'Changed'} the account ${email} (${formatRoles(roles)}).`);
    print(`This link sets its password once within 48 hours: ${link}`);
  };
}

function list(args: string[]): Action {
  const { values } = parseArgs({ args, options: { pending: { type: 'boolean' } } });
  return async ({ db }) => {
    for (const line of await formatAccounts(db, { pending: values.pending ?? false })) print(line);
  };
}
