import * as z from 'zod/mini';
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

const Paged = z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1) });

export const mails = route({
  method: 'GET',
  path: '/operator/mails',
  access: 'player',
  role: 'operator',
  summary: 'Every mail of the last days, newest first.',
  query: Paged,
  answer: z.object({ items: z.array(Mail), total: z.number(), page: z.number(), pagesize: z.number() }),
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
