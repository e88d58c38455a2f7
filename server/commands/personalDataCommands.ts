import { deleteAccountByName, exportAccount } from '../operator/personalData.ts';
import { type Action, type Commands, parseArguments, requireAccountName } from './command.ts';

export const personalDataCommands: Commands = {
  'export-account': {
    usage: 'export-account ACCOUNT FILE',
    summary: ['writes everything about the account to a new JSON file'],
    parse(args) {
      const { positionals } = parseArguments('export-account', args, ['one account', 'one file'], {});
      const account = requireAccountName('export-account', positionals[0]);
      const file = positionals[1] ?? '';
      return async (context, print) => {
        await exportAccount(context, account, file);
        print(`Wrote ${file}: it is as secret as the account.`, { account, file });
      };
    },
  },
  'delete-account': {
    usage: 'delete-account ACCOUNT --yes',
    summary: ['deletes the account with everything about it; the ledger keeps a pseudonym'],
    parse: parseDeletion,
  },
};

function parseDeletion(args: string[]): Action {
  const options = { yes: { type: 'boolean' } } as const;
  const { values, positionals } = parseArguments('delete-account', args, ['one account'], options);
  const account = requireAccountName('delete-account', positionals[0]);
  return async (context, print) => {
    const { playerid, requestedAt } = await deleteAccountByName(context, account, values.yes ?? false);
    const request = requestedAt ? `requested ${requestedAt.toISOString().slice(0, 10)}` : 'not requested by its owner';
    const line = `Deleted ${account} (${request}). The ledger keeps the pseudonym ${playerid}.`;
    print(line, { account, playerid, requestedAt });
  };
}
