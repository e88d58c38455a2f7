import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Email } from '@promenade/contract/access';
import { changeAccount, type Roles } from './operator/account.ts';
import { approve, reject } from './operator/decide.ts';
import { giveRole } from './operator/giveRole.ts';
import { inWords, listing } from './operator/listing.ts';
import type { AppContext } from './platform/context.ts';
import { openWorld } from './platform/openContext.ts';
import { runCommand, WrongUsage } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openLog } from './platform/process/log.ts';

const help = `
Runs an installation from its terminal, beside the service or without it.

npm run operator -- VERB …
  list [--pending]
                  every account and what it may do; or only the applications that wait
  approve EMAIL   opens the account of an application that waits, and mails so
  reject EMAIL    closes it for good, and mails so
  verify EMAIL [--off]
                  the account may invite and share; --off takes that away
  label-staff EMAIL [--off]
                  the account belongs to the staff of a label; --off takes that away
  account EMAIL [--verified] [--label-staff] [--operator]
                  makes the account, or gives it these roles (--no-verified … takes them away),
                  and prints a link that sets its password

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

type Act = (context: AppContext) => Promise<void>;

const verbs: Record<string, (args: string[]) => Act> = {
  list,
  approve: (args) => {
    const { email } = read('approve', args, {});
    return async (context) => {
      const { asksPassword } = await approve(context, email);
      say(`Approved ${email}; a mail ${asksPassword ? 'with a link that sets a password' : 'that says so'} goes out.`);
    };
  },
  reject: (args) => {
    const { email } = read('reject', args, {});
    return async (context) => {
      await reject(context, email);
      say(`Rejected ${email}; a mail that says so goes out.`);
    };
  },
  verify: role('verify', 'verified', 'verified'),
  'label-staff': role('label-staff', 'label_staff', 'label staff'),
  account,
};
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(help, async ([verb = '', ...args]) => {
  const readVerb = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!readVerb)
    throw new WrongUsage(verb ? `There is no verb ${verb}.` : `Say what to do: ${Object.keys(verbs).join(', ')}.`);
  const act = readVerb(args);
  const config = readConfig(process.env);
  const { context, close } = await openWorld(config, { log: openLog('error', !process.stderr.isTTY) });
  try {
    await act(context);
  } finally {
    await close();
  }
});

function read<Options extends NonNullable<ParseArgsConfig['options']>>(verb: string, args: string[], options: Options) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  const email = Email.safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1) throw new WrongUsage(`${verb} takes one email address.`);
  return { email: email.data, values };
}

function role(verb: string, name: 'verified' | 'label_staff', words: string): (args: string[]) => Act {
  return (args) => {
    const { email, values } = read(verb, args, { off: { type: 'boolean' } });
    return async (context) => {
      await giveRole(context, email, name, !values.off);
      say(`${email} is ${values.off ? 'no longer' : 'now'} ${words}.`);
    };
  };
}

function account(args: string[]): Act {
  const role = { type: 'boolean' } as const;
  const { email, values } = read('account', args, { verified: role, 'label-staff': role, operator: role });
  const wanted: Roles = {
    ...(values.verified !== undefined && { verified: values.verified }),
    ...(values['label-staff'] !== undefined && { label_staff: values['label-staff'] }),
    ...(values.operator !== undefined && { operator: values.operator }),
  };
  return async (context) => {
    const { made, roles, link } = await changeAccount(context, email, wanted);
    say(`${made ? 'Made' : 'Changed'} the account ${email} (${inWords(roles)}).`);
    say(`This link sets its password, once and within 48 hours: ${link}`);
  };
}

function list(args: string[]): Act {
  const { values } = parseArgs({ args, options: { pending: { type: 'boolean' } } });
  return async ({ db }) => {
    for (const line of await listing(db, { pending: values.pending ?? false })) say(line);
  };
}
