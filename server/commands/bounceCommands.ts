import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readReturnedMail } from '../notify/returnedMails.ts';
import { endMailHolds } from '../operator/mails.ts';
import { listHolds } from '../platform/mail/mailHolds.ts';
import { openReturnedMailParser } from '../platform/mail/returnedMailParser.ts';
import { liftSuppression, listSuppressions } from '../platform/mail/suppressions.ts';
import { type Action, type Commands, parseArguments } from './command.ts';

export const bounceCommands: Commands = {
  bounce: {
    usage: 'bounce < MAIL',
    summary: ['reads a returned mail, and suppresses its address when it is final'],
    parse(args) {
      parseArguments('bounce', args, [], {});
      return async (context, print) => {
        const parser = openReturnedMailParser();
        const kind = await readReturnedMail(context, await buffer(process.stdin), parser);
        await parser.close();
        // The mail server returns the mail to its sender then, instead of losing it here.
        if (kind === 'answer') throw new Error('This is the answer of a person: somebody must read it.');
        print(RETURNED[kind], { kind });
      };
    },
  },
  suppressions: {
    usage: 'suppressions [--lift ADDRESS]',
    summary: ['lists the addresses that get no mails because mails came back; --lift lets one get mails again'],
    parse: parseSuppressions,
  },
  'mail-holds': {
    usage: 'mail-holds [--end]',
    summary: ['lists why mails are held, because several domains refuse them in the same words; --end sends them'],
    parse(args) {
      const { end } = parseArgs({ args, options: { end: { type: 'boolean' } } }).values;
      return async (context, print) => {
        for (const { since, domains, reason } of await listHolds(context.db))
          print(`${since.toISOString()}  ${domains} domains  ${reason}`, { since, domains, reason });
        if (!end) return;
        await endMailHolds(context, 'command');
        print('Mails are sent again.', { ended: true });
      };
    },
  },
};

const RETURNED = {
  bounce: 'Recorded.',
  complaint: 'A complaint: the mails of the label end for this person.',
  automatic: 'An automatic answer, which needs nothing.',
  unmatched: 'No bounce of a mail of this service.',
  unreadable: 'It could not be read.',
};

function parseSuppressions(args: string[]): Action {
  const { lift } = parseArgs({ args, options: { lift: { type: 'string' } } }).values;
  return async (context, print) => {
    if (lift === undefined) {
      for (const row of await listSuppressions(context.db))
        print(`${row.address}  ${row.since.toISOString().slice(0, 10)}  ${row.reason}`, row);
      return;
    }
    const address = lift.toLowerCase();
    if (!(await liftSuppression(context, address, 'command'))) throw new Error(`${address} is not suppressed.`);
    print(`${address} gets mails again.`, { address });
  };
}
