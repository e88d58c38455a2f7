import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { route } from './route.ts';

/** A mail as the outbox lists it. */
export const Mail = z.object({
  mailid: z.uuid(),
  to: z.string(),
  subject: z.string(),
  /** ISO instants, UTC; `sentat` is null while it waits. */
  createdat: z.string(),
  sentat: z.nullable(z.string()),
  /** What the last try failed with. */
  problem: z.nullable(z.string()),
  /** False when its text is no longer kept: it was sent to a mail server. */
  readable: z.boolean(),
});
export type Mail = z.infer<typeof Mail>;

export const mails = route({
  method: 'GET',
  path: '/operator/mails',
  access: 'player',
  role: 'operator',
  summary: 'Every mail of the last days, newest first.',
  query: z.object({ page: PageQuery.shape.page }),
  answer: listOf(Mail),
});

/** Refuses: NOT_FOUND. */
export const mailView = route({
  method: 'GET',
  path: '/operator/mails/:mailid',
  access: 'picture',
  role: 'operator',
  summary: 'A mail of the outbox as its reader sees it.',
  params: z.object({ mailid: z.uuid() }),
  query: z.object({ part: z._default(z.enum(['html', 'text']), 'html') }),
  file: 'text/html',
});
