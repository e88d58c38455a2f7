import { buffer } from 'node:stream/consumers';
import { discardMails as discardRoute, retryMails as retryRoute } from '@promenade/contract/operator';
import * as z from 'zod/mini';
import { COMMAND } from '../accounts/account.ts';
import { readReturnedMail } from '../notify/returnedMails.ts';
import { discardJob, retryJob } from '../operator/jobs.ts';
import { discardMail, discardMails, endMailHolds, retryMail, retryMails, sendTestMail } from '../operator/mails.ts';
import { listHolds } from '../platform/mail/mailHolds.ts';
import { openReturnedMailParser } from '../platform/mail/returnedMailParser.ts';
import { liftSuppression, listSuppressions } from '../platform/mail/suppressions.ts';
import { ACCOUNT, type Commands, command, flag, type Print, value } from './command.ts';

const RETRIED = retryRoute.body.shape.state;
const DISCARDED = discardRoute.body.shape.state;
const createId = (name: string, states: string[] = []) => {
  const isKnown = (text: string) => states.includes(text) || z.uuid().safeParse(text).success;
  return value(name, name.toLowerCase(), (text) => (isKnown(text) ? text : undefined), 'an id');
};
const [JOBID, REASON] = [createId('JOBID'), value('REASON', 'reason')];

export const mailCommands: Commands = {
  bounce: command({
    summary: 'reads a returned mail from the standard input, and suppresses its address when it is final',
    run: async (context, _given, print) => {
      const parser = openReturnedMailParser();
      const kind = await readReturnedMail(context, await buffer(process.stdin), parser);
      await parser.close();
      // The mail server returns the mail to its sender then, instead of losing it here.
      if (kind === 'answer') throw new Error('This is the answer of a person: somebody must read it.');
      print(RETURNED[kind], { kind });
    },
  }),
  suppressions: command({
    options: { lift: value('ADDRESS', 'one address') },
    summary: 'lists the addresses that get no mails because mails came back; --lift lets one get mails again',
    run: async (context, { lift }, print) => {
      if (lift === undefined) {
        for (const row of await listSuppressions(context.db))
          print(`${row.address}  ${row.since.toISOString().slice(0, 10)}  ${row.reason}`, row);
        return;
      }
      const address = lift.toLowerCase();
      if (!(await liftSuppression(context, address, 'command'))) throw new Error(`${address} is not suppressed.`);
      print(`${address} gets mails again.`, { address });
    },
  }),
  'mail-holds': command({
    options: { end: flag },
    summary: 'lists why mails are held, because several domains refuse them in the same words; --end sends them',
    run: async (context, { end }, print) => {
      for (const { since, domains, reason } of await listHolds(context.db))
        print(`${since.toISOString()}  ${domains} domains  ${reason}`, { since, domains, reason });
      if (!end) return;
      await endMailHolds(context, 'command');
      print('Mails are sent again.', { ended: true });
    },
  }),
  'retry-mail': command({
    arguments: { id: createId('MAILID', RETRIED.options) },
    summary: `sends a mail that failed once more; MAILID may be a state, for all its mails: ${RETRIED.options.join(', ')}`,
    run: async (context, { id }, print) => {
      const { data: state } = RETRIED.safeParse(id);
      if (state) return changeAll('retry-mail', state, () => retryMails(context, { state }, COMMAND), print);
      await retryMail(context, id, COMMAND);
      print('retry-mail: done.', { id });
    },
  }),
  'discard-mail': command({
    arguments: { id: createId('MAILID', DISCARDED.options), reason: REASON },
    summary: `deletes a mail that was not sent; MAILID may be a state, for all its mails: ${DISCARDED.options.join(', ')}`,
    run: async (context, { id, reason }, print) => {
      const { data: state } = DISCARDED.safeParse(id);
      if (state)
        return changeAll('discard-mail', state, () => discardMails(context, { state, reason }, COMMAND), print);
      await discardMail(context, id, reason, COMMAND);
      print('discard-mail: done.', { id });
    },
  }),
  'retry-job': command({
    arguments: { id: JOBID },
    summary: 'runs a failed job once more',
    run: async (context, { id }, print) => {
      await retryJob(context, id, COMMAND);
      print('retry-job: done.', { id });
    },
  }),
  'discard-job': command({
    arguments: { id: JOBID, reason: REASON },
    summary: 'deletes a failed job',
    run: async (context, { id, reason }, print) => {
      await discardJob(context, id, reason, COMMAND);
      print('discard-job: done.', { id });
    },
  }),
  'test-mail': command({
    arguments: { account: ACCOUNT },
    summary: 'mails an account, to see whether mails arrive',
    run: async (context, { account }, print) => {
      const { mailid, to } = await sendTestMail(context, account, COMMAND);
      print(`Sending a test mail to ${to}.`, { mailid, to });
    },
  }),
};

/** Changes mails until none of this state is left. */
async function changeAll(
  name: string,
  state: string,
  change: () => Promise<{ changed: number; left: number }>,
  print: Print,
): Promise<void> {
  let changed = 0;
  for (let left = 1; left > 0; ) {
    const step = await change();
    changed += step.changed;
    left = step.changed === 0 ? 0 : step.left;
  }
  print(`${name}: ${changed} done.`, { state, changed });
}

const RETURNED = {
  bounce: 'Recorded.',
  complaint: 'A complaint: the mails of the label end for this person.',
  automatic: 'An automatic answer, which needs nothing.',
  unmatched: 'No bounce of a mail of this service.',
  unreadable: 'It could not be read.',
};
