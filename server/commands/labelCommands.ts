import { readFile, stat } from 'node:fs/promises';
import { Email } from '@promenade/contract/email';
import { COMMAND } from '../accounts/account.ts';
import {
  listStaff,
  removeStaff,
  requireLabel,
  setGrant,
  setOpen,
  setStaffRole,
  setTrusted,
} from '../accounts/labelStaff.ts';
import { setContact, setLogo } from '../label/labelSettings.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { UsageError } from '../platform/process/command.ts';
import { ACCOUNT, type Commands, command, FILE, flag, LABEL, optional, PACKAGE, value } from './command.ts';

const ROLE_NEEDED = 'staff needs --role editor, --role viewer or --off.';
const ROLE = value('editor|viewer', 'a role', (text) => {
  if (text !== 'editor' && text !== 'viewer') throw new UsageError(ROLE_NEEDED);
  return text;
});

export const labelCommands: Commands = {
  label: command({
    arguments: { label: LABEL },
    options: { logo: FILE, contact: value('ADDRESS', 'an address') },
    summary: 'sets the logo (JPEG, PNG, WebP …) or the contact address of the label; --contact "": none',
    check: ({ logo, contact }) => {
      if (logo === undefined && contact === undefined) return 'label needs --logo or --contact.';
      return Boolean(contact) && !Email.safeParse(contact).success && `"${contact}" is no address.`;
    },
    run: async (context, { label: labelName, logo, contact }, print) => {
      const label = await requireLabel(context.db, labelName);
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
    },
  }),
  staff: command({
    arguments: { label: LABEL, account: optional(ACCOUNT) },
    options: { role: ROLE, off: flag },
    summary:
      'lists who works for the label, gives an account a role there (a viewer reads the console at /label, an editor changes), ' +
      'or takes it away with --off',
    check: ({ account, role, off }) => {
      if (account !== undefined) return off === (role !== undefined) && ROLE_NEEDED;
      return (off || role !== undefined) && 'staff needs an account before its options.';
    },
    run: async (context, { label, account, role }, print) => {
      if (account === undefined) {
        const { labelid, name, members } = await listStaff(context, label);
        if (members.length === 0) print(`Nobody works for ${name}.`);
        for (const { email, playerid, role, since } of members)
          print(`${email}  ${role} of ${name} since ${since.toISOString()}`, { labelid, email, playerid, role, since });
        return;
      }
      const { labelid, name } = role
        ? await setStaffRole(context, label, account, role)
        : await removeStaff(context, label, account);
      const line = role ? `${account} is now ${role} of ${name}.` : `${account} no longer works for ${name}.`;
      print(line, { labelid, label: name, account, role: role ?? null });
    },
  }),
  grant: command({
    arguments: { label: LABEL, package: PACKAGE },
    options: { off: flag },
    summary: 'lets the label deliver to a package that is not open to all labels; --off: no longer',
    run: async (context, { label, package: name, off }, print) => {
      const grant = await setGrant(context, label, name, !off);
      print(`${grant.label.name} may ${off ? 'no longer' : 'now'} deliver to ${grant.package}.`, {
        labelid: grant.label.labelid,
        label: grant.label.name,
        package: grant.package,
        granted: !off,
      });
    },
  }),
  trust: command({
    arguments: { label: LABEL },
    options: { off: flag },
    summary: 'approves whom the label invited from its lists without a review; --off: no longer',
    run: async (context, { label, off }, print) => {
      const { labelid, name } = await setTrusted(context, label, !off);
      print(`Who applies by an invitation of ${name} is ${off ? 'decided about' : 'approved'}.`, {
        labelid,
        trusted: !off,
      });
    },
  }),
  package: command({
    arguments: { package: PACKAGE },
    options: { open: flag, closed: flag },
    summary: 'lets every label deliver to the package, or only those with a grant, as with packages that are made',
    check: ({ open, closed }) => open === closed && 'package needs either --open or --closed.',
    run: async (context, { package: wanted, open }, print) => {
      const name = await setOpen(context, wanted, open);
      print(`${open ? 'Every label' : 'Only labels with a grant'} may deliver to ${name}.`, { package: name, open });
    },
  }),
};
