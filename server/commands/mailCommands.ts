import { discardMails as discardRoute, retryMails as retryRoute } from '@promenade/contract/operator';
import * as z from 'zod/mini';
import { COMMAND } from '../accounts/account.ts';
import { discardJob, retryJob } from '../operator/jobs.ts';
import { discardMail, discardMails, retryMail, retryMails, sendTestMail } from '../operator/mails.ts';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';
import { type Commands, parseArguments, requireAccountName } from './command.ts';

type Change = (context: AppContext, id: string, reason: string) => Promise<unknown>;
type ChangeAll = (context: AppContext, state: string, reason: string) => Promise<{ changed: number; left: number }>;

const RETRIED = retryRoute.body.shape.state;
const DISCARDED = discardRoute.body.shape.state;

export const mailCommands: Commands = {
  ...createCommand('retry-mail', 'MAILID', 'sends a mail that failed once more', {
    change: (context, id) => retryMail(context, id, COMMAND),
    states: RETRIED.options,
    changeAll: (context, state) => retryMails(context, { state: RETRIED.parse(state) }, COMMAND),
  }),
  ...createCommand('discard-mail', 'MAILID REASON', 'deletes a mail that was not sent', {
    change: (context, id, reason) => discardMail(context, id, reason, COMMAND),
    states: DISCARDED.options,
    changeAll: (context, state, reason) => discardMails(context, { state: DISCARDED.parse(state), reason }, COMMAND),
  }),
  ...createCommand('retry-job', 'JOBID', 'runs a failed job once more', {
    change: (context, id) => retryJob(context, id, COMMAND),
  }),
  ...createCommand('discard-job', 'JOBID REASON', 'deletes a failed job', {
    change: (context, id, reason) => discardJob(context, id, reason, COMMAND),
  }),
  'test-mail': {
    usage: 'test-mail ACCOUNT',
    summary: ['mails an account, to see whether mails arrive'],
    parse(args) {
      const { positionals } = parseArguments('test-mail', args, ['one account'], {});
      const account = requireAccountName('test-mail', positionals[0]);
      return async (context, print) => {
        const { mailid, to } = await sendTestMail(context, account, COMMAND);
        print(`Sending a test mail to ${to}.`, { mailid, to });
      };
    },
  },
};

interface Verb {
  change: Change;
  /** Instead of the id of a mail: all mails of such a state. */
  states?: string[];
  changeAll?: ChangeAll;
}

/** @param names of the arguments: an id, perhaps a reason */
function createCommand(
  command: string,
  names: string,
  summary: string,
  { change, states = [], changeAll }: Verb,
): Commands {
  return {
    [command]: {
      usage: `${command} ${names}`,
      summary: [summary, ...(changeAll ? [`MAILID may be a state, for all its mails: ${states.join(', ')}`] : [])],
      parse(args) {
        const { positionals } = parseArguments(command, args, names.toLowerCase().split(' '), {});
        const [id = '', reason = ''] = positionals;
        if (changeAll && states.includes(id))
          return async (context, print) => {
            let changed = 0;
            for (let left = 1; left > 0; ) {
              const step = await changeAll(context, id, reason);
              changed += step.changed;
              left = step.changed === 0 ? 0 : step.left;
            }
            print(`${command}: ${changed} done.`, { state: id, changed });
          };
        if (!z.uuid().safeParse(id).success) throw new UsageError(`${command} needs an id.`);
        return async (context, print) => {
          await change(context, id, reason);
          print(`${command}: done.`, { id });
        };
      },
    },
  };
}
