import { parseArgs } from 'node:util';
import { UsageError } from '../platform/process/command.ts';
import { type Action, type Commands, requireAccountName } from './command.ts';
import { listStaff, removeStaff, setStaffRole } from './labelStaff.ts';

export const labelCommands: Commands = {
  staff: {
    usage: 'staff LABEL [ACCOUNT --role editor|viewer] [ACCOUNT --off]',
    summary: ['lists who works for the label, gives an account a role there, or takes it away with --off'],
    parse: parseStaff,
  },
};

function parseStaff(args: string[]): Action {
  const options = { role: { type: 'string' }, off: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [label = '', name, ...others] = positionals;
  if (label === '' || others.length > 0) throw new UsageError('staff needs one label, and at most one account.');
  if (name === undefined) {
    if (values.role !== undefined || values.off) throw new UsageError('staff needs an account before its options.');
    return async (context, print) => {
      const { labelid, name, members } = await listStaff(context, label);
      if (members.length === 0) print(`Nobody works for ${name}.`);
      for (const { email, playerid, role, since } of members)
        print(`${email}  ${role} of ${name} since ${since.toISOString()}`, { labelid, email, playerid, role, since });
    };
  }
  const account = requireAccountName('staff', name);
  const { role, off } = values;
  if (off ? role !== undefined : role !== 'editor' && role !== 'viewer')
    throw new UsageError('staff needs --role editor, --role viewer or --off.');
  return async (context, print) => {
    const { labelid, name } = off
      ? await removeStaff(context, label, account)
      : await setStaffRole(context, label, account, role as 'editor' | 'viewer');
    print(off ? `${account} no longer works for ${name}.` : `${account} is now ${role} of ${name}.`, {
      labelid,
      label: name,
      account,
      role: off ? null : role,
    });
  };
}
