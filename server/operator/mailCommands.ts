import * as z from 'zod/mini';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';
import { COMMAND } from './account.ts';
import { type Commands, parseArguments } from './command.ts';
import { discardJob, retryJob } from './jobs.ts';
import { discardMail, retryMail } from './mails.ts';

type Change = (context: AppContext, id: string, reason: string) => Promise<unknown>;

export const mailCommands: Commands = {
  ...createCommand('retry-mail', 'MAILID', 'sends a mail that failed once more', (context, id) =>
    retryMail(context, id, COMMAND),
  ),
  ...createCommand('discard-mail', 'MAILID REASON', 'deletes a mail that was not sent', (context, id, reason) =>
    discardMail(context, id, reason, COMMAND),
  ),
  ...createCommand('retry-job', 'JOBID', 'runs a failed job once more', (context, id) =>
    retryJob(context, id, COMMAND),
  ),
  ...createCommand('discard-job', 'JOBID REASON', 'deletes a failed job', (context, id, reason) =>
    discardJob(context, id, reason, COMMAND),
  ),
};

/** @param names of the arguments: an id, perhaps a reason */
function createCommand(command: string, names: string, summary: string, change: Change): Commands {
  return {
    [command]: {
      usage: `${command} ${names}`,
      summary: [summary],
      parse(args) {
        const { positionals } = parseArguments(command, args, names.toLowerCase().split(' '), {});
        const [id = '', reason = ''] = positionals;
        if (!z.uuid().safeParse(id).success) throw new UsageError(`${command} needs an id.`);
        return async (context, print) => {
          await change(context, id, reason);
          print(`${command}: done.`, { id });
        };
      },
    },
  };
}
