import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { route } from './route.ts';

export const Mail = z.object({
  mailid: z.uuid(),
  to: z.string(),
  subject: z.string(),
  /** ISO instants, UTC; `sentat` is null while the mail is queued. */
  createdat: z.string(),
  sentat: z.nullable(z.string()),
  /** Error of the last attempt. */
  problem: z.nullable(z.string()),
  /** False when the text was deleted after sending. */
  readable: z.boolean(),
  /** A mail server refused it for good. */
  bounced: z.boolean(),
});
export type Mail = z.infer<typeof Mail>;

/** `failed`: the last attempt failed, or it will never be sent. */
export const MailState = z.enum(['waiting', 'failed', 'bounced', 'sent']);
export type MailState = z.infer<typeof MailState>;

export const mails = route({
  method: 'GET',
  path: '/operator/mails',
  role: 'operator',
  summary: 'Lists the mails of the last days, newest first.',
  query: z.object({ page: PageQuery.shape.page, state: z.optional(MailState) }),
  answer: listOf(Mail),
});

export const mailView = route({
  method: 'GET',
  path: '/operator/mails/:mailid',
  access: 'picture',
  role: 'operator',
  summary: 'Returns a mail as its recipient sees it.',
  refuses: ['NOT_FOUND'],
  params: z.object({ mailid: z.uuid() }),
  query: z.object({ part: z._default(z.enum(['html', 'text']), 'html') }),
  file: 'text/html',
});
