import { MailFrequency } from '@promenade/contract/profile';
import { COMMAND, requireAccount } from '../accounts/account.ts';
import { addNote, changeProfile } from '../accounts/accountProfile.ts';
import { requireLabel } from '../accounts/labelStaff.ts';
import { listNotes } from '../accounts/noteQueries.ts';
import { ACCOUNT, type Commands, command, EMAIL, LABEL, optional, TEXT, value } from './command.ts';

const FREQUENCY = value(
  'none|daily|weekly|per-release',
  'none, daily, weekly or per-release',
  (text) => MailFrequency.safeParse(text).data,
);

export const profileCommands: Commands = {
  profile: command({
    arguments: { account: ACCOUNT },
    options: {
      firstname: TEXT,
      lastname: TEXT,
      company: TEXT,
      mails: FREQUENCY,
      'add-address': EMAIL,
      'remove-address': EMAIL,
      'start-label-mails': LABEL,
    },
    summary:
      'changes what an account says of its person; whoever reads an added address can sign in, and the other addresses are told; ' +
      'the sessions of a removed one end; --start-label-mails mails it again what a label brings out, which the person had stopped',
    check: ({ account, ...given }) =>
      Object.values(given).every((value) => value === undefined) && 'profile needs something to change.',
    run: async (context, { account, firstname, lastname, company, mails, ...given }, print) => {
      const { 'add-address': addemail, 'remove-address': removeemail, 'start-label-mails': label } = given;
      const labelid = label === undefined ? undefined : (await requireLabel(context.db, label)).labelid;
      const changes = {
        ...(firstname !== undefined && { firstname }),
        ...(lastname !== undefined && { lastname }),
        ...(company !== undefined && { company }),
        ...(mails && { mailpref: mails }),
        ...(addemail && { addemail }),
        ...(removeemail && { removeemail }),
        ...(labelid && { labelmails: { labelid, stopped: false } }),
      };
      await changeProfile(context, account, changes);
      print(`Changed the profile of ${account}.`, { account, ...changes });
    },
  }),
  note: command({
    arguments: { account: ACCOUNT, text: optional(TEXT) },
    summary: 'lists what operators wrote down about a person, or adds a note; it is in the export of the account',
    run: async (context, { account, text: note }, print) => {
      if (note !== undefined) {
        await addNote(context, account, note, COMMAND);
        print(`Added a note about ${account}.`, { account, note });
        return;
      }
      const { accountid } = await context.db.transaction().execute((db) => requireAccount(db, account));
      for (const row of await listNotes(context.db, accountid))
        print(`${row.at.toISOString().slice(0, 16).replace('T', ' ')}  ${row.by}  ${row.note}`, row);
    },
  }),
};
