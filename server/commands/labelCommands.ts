import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Email } from '@promenade/contract/email';
import { COMMAND } from '../accounts/account.ts';
import { listStaff, removeStaff, requireLabel, setGrant, setOpen, setStaffRole } from '../accounts/labelStaff.ts';
import { setContact, setLogo } from '../label/labelSettings.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { UsageError } from '../platform/process/command.ts';
import { type Action, type Commands, parseArguments, requireAccountName } from './command.ts';

export const labelCommands: Commands = {
  label: {
    usage: 'label LABEL [--logo FILE] [--contact ADDRESS]',
    summary: ['sets the logo (JPEG, PNG, WebP …) or the contact address of the label; --contact "": none'],
    parse(args) {
      const { values, positionals } = parseArguments('label', args, ['one label'], {
        logo: { type: 'string' },
        contact: { type: 'string' },
      });
      const { logo, contact } = values;
      if (logo === undefined && contact === undefined) throw new UsageError('label needs --logo or --contact.');
      if (contact && !Email.safeParse(contact).success) throw new UsageError(`"${contact}" is no address.`);
      return async (context, print) => {
        const label = await requireLabel(context.db, positionals[0] ?? '');
        if (logo !== undefined) {
          const { size: bytes } = await stat(logo);
          await setLogo(context, label, { bytes, read: () => readFile(logo) }, COMMAND).catch((error: unknown) => {
            throw error instanceof Refusal && error.fields?.['logo'] ? new Error(error.fields['logo']) : error;
          });
        }
        if (contact !== undefined)
          await context.db.transaction().execute((db) => setContact({ ...context, db }, label, contact, COMMAND));
        const { labelid, name } = label;
        print(`${name} was changed.`, { labelid, label: name });
      };
    },
  },
  staff: {
    usage: 'staff LABEL [ACCOUNT --role editor|viewer] [ACCOUNT --off]',
    summary: ['lists who works for the label, gives an account a role there, or takes it away with --off'],
    parse: parseStaff,
  },
  grant: {
    usage: 'grant LABEL PACKAGE [--off]',
    summary: ['lets the label deliver to a package that is not open to all labels; --off: no longer'],
    parse(args) {
      const { values, positionals } = parseArguments('grant', args, ['one label', 'one package'], {
        off: { type: 'boolean' },
      });
      const [label = '', name = ''] = positionals;
      return async (context, print) => {
        const granted = !values.off;
        const grant = await setGrant(context, label, name, granted);
        print(`${grant.label.name} may ${granted ? 'now' : 'no longer'} deliver to ${grant.package}.`, {
          labelid: grant.label.labelid,
          label: grant.label.name,
          package: grant.package,
          granted,
        });
      };
    },
  },
  package: {
    usage: 'package PACKAGE --open|--closed',
    summary: ['lets every label deliver to the package, or only those with a grant'],
    parse(args) {
      const { values, positionals } = parseArguments('package', args, ['one package'], {
        open: { type: 'boolean' },
        closed: { type: 'boolean' },
      });
      if (Boolean(values.open) === Boolean(values.closed))
        throw new UsageError('package needs either --open or --closed.');
      return async (context, print) => {
        const open = Boolean(values.open);
        const name = await setOpen(context, positionals[0] ?? '', open);
        print(`${open ? 'Every label' : 'Only labels with a grant'} may deliver to ${name}.`, { package: name, open });
      };
    },
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
