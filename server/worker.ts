import { mailReset } from './access/resetMail.ts';
import { tidy } from './access/tidy.ts';
import { countPopularity } from './catalogue/popular.ts';
import { tellReleases } from './notify/tellReleases.ts';
import type { AppContext } from './platform/context.ts';
import { openMailer } from './platform/mail/mailer.ts';

/** What a working process holds open. */
export interface Work {
  /** After the jobs are closed. */
  close(): void;
}

/** From now on this process does jobs: everything that happens after an answer. */
export async function startWork(context: AppContext): Promise<Work> {
  const mailer = openMailer(context);
  await context.jobs.work<{ mailid: string }>('mail', ({ mailid }) => mailer.deliver(mailid));
  await context.jobs.work<{ email: string }>('reset-mail', (asked) => mailReset(context, asked));
  await context.jobs.every('tidy', '17 * * * *', () => tidy(context));
  await context.jobs.every('popular', '3 * * * *', () => countPopularity(context));
  await context.jobs.every('release-mails', '* * * * *', () => tellReleases(context));
  return mailer;
}
