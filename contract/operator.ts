import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { LINE_MAX, NOTE_MAX } from './limits.ts';
import { route } from './route.ts';

/**
 * What became of a mail. `retried`: the last attempt failed and there is another one. Never sent: `refused` by the mail
 * server or after all attempts, `suppressed` for its address, `expired` for its link. `bounced`: it came back.
 */
export const MailState = z.enum(['waiting', 'retried', 'refused', 'suppressed', 'expired', 'bounced', 'sent']);
export type MailState = z.infer<typeof MailState>;

export const Mail = z.object({
  mailid: z.uuid(),
  to: z.string(),
  subject: z.string(),
  state: MailState,
  /** ISO instants, UTC; `sentat` is null while the mail is not sent. */
  createdat: z.string(),
  sentat: z.nullable(z.string()),
  /** When it came back. */
  bouncedat: z.nullable(z.string()),
  /** When the next attempt is due; null when none is known. */
  nextat: z.nullable(z.string()),
  /** Why the last attempt failed, or why it came back. */
  problem: z.nullable(z.string()),
  /** False when the text was deleted after sending. */
  readable: z.boolean(),
});
export type Mail = z.infer<typeof Mail>;

const Recipient = z.optional(z.string().check(z.maxLength(LINE_MAX)));

export const mails = route({
  method: 'GET',
  path: '/operator/mails',
  role: 'operator',
  summary: 'Lists the mails of the last days, newest first.',
  query: z.object({
    page: PageQuery.shape.page,
    state: z.optional(MailState),
    /** A part of the address. */
    to: Recipient,
  }),
  answer: listOf(Mail),
});

export const mailView = route({
  method: 'GET',
  path: '/operator/mails/:mailid',
  access: 'picture',
  role: 'operator',
  summary: 'Returns a mail as its recipient sees it.',
  params: z.object({ mailid: z.uuid() }),
  query: z.object({ part: z._default(z.enum(['html', 'text']), 'html') }),
  file: 'text/html',
});

/** One call changes as many, the oldest first. */
export const MAILS_AT_ONCE = 200;

const MailsLeft = z.object({ changed: z.number(), left: z.number() });

export const retryMails = route({
  method: 'POST',
  path: '/operator/mails/retry',
  role: 'operator',
  summary: 'Makes one more attempt for the mails of a state, at most 200 of them.',
  body: z.object({ state: z.enum(['retried', 'refused']), to: Recipient }),
  answer: MailsLeft,
});

export const discardMails = route({
  method: 'POST',
  path: '/operator/mails/discard',
  role: 'operator',
  summary: 'Deletes the unsent mails of a state, at most 200 of them.',
  body: z.object({
    state: z.enum(['retried', 'refused', 'suppressed', 'expired']),
    to: Recipient,
    reason: z.string().check(z.maxLength(NOTE_MAX), z.minLength(1)),
  }),
  answer: MailsLeft,
});
