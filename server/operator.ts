import { parseArgs } from 'node:util';
import { Email } from '@promenade/contract/access';
import { changeAccount, type Roles } from './operator/account.ts';
import { listAccounts } from './operator/queries.ts';
import { runCommand, WrongUsage } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openLog } from './platform/log.ts';
import { openWorld } from './platform/openWorld.ts';
import type { World } from './platform/world.ts';

const help = `
Runs an installation from its terminal, beside the service or without it.

npm run operator -- VERB …
  account EMAIL [--verified] [--label-staff] [--operator]
                  makes the account, or gives it these roles (--no-verified … takes them away),
                  and prints a link that sets its password
  list            every account and what it may do

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

type Act = (world: World) => Promise<void>;

const verbs: Record<string, (args: string[]) => Act> = { account, list };
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(help, async ([verb = '', ...args]) => {
  const readVerb = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!readVerb) throw new WrongUsage(verb ? `There is no verb ${verb}.` : 'Say what to do: account or list.');
  const act = readVerb(args);
  const config = readConfig(process.env);
  const { world, close } = await openWorld(config, { log: openLog('error', !process.stderr.isTTY) });
  try {
    await act(world);
  } finally {
    await close();
  }
});

function account(args: string[]): Act {
  const role = { type: 'boolean' } as const;
  const options = { verified: role, 'label-staff': role, operator: role } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  const email = Email.safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1) throw new WrongUsage('account takes one email address.');
  const wanted: Roles = {
    ...(values.verified !== undefined && { verified: values.verified }),
    ...(values['label-staff'] !== undefined && { label_staff: values['label-staff'] }),
    ...(values.operator !== undefined && { operator: values.operator }),
  };
  return async (world) => {
    const { made, roles, link } = await changeAccount(world, email.data, wanted);
    say(`${made ? 'Made' : 'Changed'} the account ${email.data} (${inWords(roles)}).`);
    say(`This link sets its password, once and within 48 hours: ${link}`);
  };
}

function list(args: string[]): Act {
  parseArgs({ args, options: {} });
  return async ({ db }) => {
    for (const { emails, status, haspassword, ...roles } of await listAccounts(db)) {
      say(`${emails}  ${status}, ${inWords(roles)}${haspassword ? '' : ', no password yet'}`);
    }
  };
}

function inWords({ verified, label_staff, operator }: Required<Roles>): string {
  const staff = [...(label_staff ? ['label staff'] : []), ...(operator ? ['operator'] : [])];
  return [verified ? 'verified' : 'not verified', ...staff].join(', ');
}
