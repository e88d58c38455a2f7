import { parseArgs } from 'node:util';
import { Email } from '@promenade/contract/email';
import { MailFrequency } from '@promenade/contract/profile';
import { COMMAND, requireAccount } from '../accounts/account.ts';
import { addNote, changeProfile } from '../accounts/accountProfile.ts';
import { requireLabel } from '../accounts/labelStaff.ts';
import { listNotes } from '../accounts/noteQueries.ts';
import { UsageError } from '../platform/process/command.ts';
import { type Action, type Commands, requireAccountName } from './command.ts';

export const profileCommands: Commands = {
  profile: {
    usage: 'profile ACCOUNT [--firstname TEXT] [--lastname TEXT] [--company TEXT]',
    summary: [
      '[--mails none|daily|weekly|per-release] [--add-address EMAIL]',
      '[--remove-address EMAIL] [--start-label-mails LABEL]: changes what an account says of its person;',
      '--start-label-mails mails it again what a label brings out, which the person had stopped',
    ],
    parse: parseProfile,
  },
  note: {
    usage: 'note ACCOUNT [TEXT]',
    summary: ['lists what operators wrote down about a person, or adds a note'],
    parse(args) {
      const [name, note, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
      const account = requireAccountName('note', name);
      if (rest.length > 0) throw new UsageError('note needs one account, and its text in quotes.');
      return async (context, print) => {
        if (note !== undefined) {
          await addNote(context, account, note, COMMAND);
          print(`Added a note about ${account}.`, { account, note });
          return;
        }
        const { accountid } = await context.db.transaction().execute((db) => requireAccount(db, account));
        for (const row of await listNotes(context.db, accountid))
          print(`${row.at.toISOString().slice(0, 16).replace('T', ' ')}  ${row.by}  ${row.note}`, row);
      };
    },
  },
};

function parseProfile(args: string[]): Action {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      firstname: text,
      lastname: text,
      company: text,
      mails: text,
      'add-address': text,
      'remove-address': text,
      'start-label-mails': text,
    },
  });
  const account = requireAccountName('profile', positionals[0]);
  const mails = MailFrequency.safeParse(values.mails);
  if (values.mails !== undefined && !mails.success)
    throw new UsageError('--mails needs none, daily, weekly or per-release.');
  const readAddress = (option: 'add-address' | 'remove-address') => {
    const email = Email.safeParse(values[option]);
    if (values[option] !== undefined && !email.success) throw new UsageError(`--${option} needs an email address.`);
    return email.data;
  };
  const [addemail, removeemail] = [readAddress('add-address'), readAddress('remove-address')];
  const { firstname, lastname, company, 'start-label-mails': label } = values;
  const changes = {
    ...(firstname !== undefined && { firstname }),
    ...(lastname !== undefined && { lastname }),
    ...(company !== undefined && { company }),
    ...(mails.data && { mailpref: mails.data }),
    ...(addemail && { addemail }),
    ...(removeemail && { removeemail }),
  };
  if (Object.keys(changes).length === 0 && label === undefined)
    throw new UsageError('profile needs something to change.');
  return async (context, print) => {
    const { labelid } = label === undefined ? {} : await requireLabel(context.db, label);
    const labelmails = labelid === undefined ? {} : { labelmails: { labelid, stopped: false } };
    await changeProfile(context, account, { ...changes, ...labelmails });
    print(`Changed the profile of ${account}.`, { account, ...changes, ...labelmails });
  };
}
