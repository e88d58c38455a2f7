import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { liftSuppression, listSuppressions, readBounces } from '../platform/mail/suppressions.ts';
import { type Action, type Commands, parseArguments } from './command.ts';

export const bounceCommands: Commands = {
  bounce: {
    usage: 'bounce < MAIL',
    summary: ['reads a returned mail, and suppresses its address when it is final'],
    parse(args) {
      parseArguments('bounce', args, [], {});
      return async (context, print) => {
        const count = await readBounces(context, await buffer(process.stdin));
        print(count === 0 ? 'No bounce of a mail of this service.' : `Recorded ${count}.`, { recorded: count });
      };
    },
  },
  suppressions: {
    usage: 'suppressions [--lift ADDRESS]',
    summary: ['lists the addresses that get no mails because mails came back; --lift lets one get mails again'],
    parse: parseSuppressions,
  },
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
