import { mailReset } from './access/resetMail.ts';
import { tidy } from './access/tidy.ts';
import { countPopularity } from './catalogue/popular.ts';
import { tellReleases } from './notify/tellReleases.ts';
import type { World } from './platform/context.ts';
import { openMailer } from './platform/mail/mailer.ts';

/** What a working process holds open. */
export interface Work {
  /** After the jobs are closed. */
  close(): void;
}

/** From now on this process does jobs: everything that happens after an answer. */
export async function startWork(world: World): Promise<Work> {
  const mailer = openMailer(world);
  await world.jobs.work<{ mailid: string }>('mail', ({ mailid }) => mailer.deliver(mailid));
  await world.jobs.work<{ email: string }>('reset-mail', (asked) => mailReset(world, asked));
  await world.jobs.every('tidy', '17 * * * *', () => tidy(world));
  await world.jobs.every('popular', '3 * * * *', () => countPopularity(world));
  await world.jobs.every('release-mails', '* * * * *', () => tellReleases(world));
  return mailer;
}
