import { listEndpoints } from '../access/queries.ts';
import { listMailedReleases } from '../catalogue/mailedReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { inBatches } from '../platform/database/page.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { composeMail } from '../platform/mail/mailText.ts';
import { listAnnouncements } from './announcementQueries.ts';
import { pushJob } from './push.ts';
import {
  claimMornings,
  insertMornings,
  listMailRecipients,
  listPerReleaseAccounts,
  listTimeZones,
} from './recipientQueries.ts';
import { buildReleaseMail } from './releaseMail.ts';
import { insertReleaseMails, insertReleaseRounds, listUnsentReleases, MAX_AGE_MS } from './releaseQueries.ts';
import { getLocalMorning, type LocalMorning } from './timeZone.ts';

// Release mails go out at once (`per-release`) or in the recipient's morning (`daily`, `weekly`). `release_mails` records
// each account and release, so that repeated or concurrent runs send nothing twice. Mails are queued in the transaction
// that records them.

/** Accounts per transaction. */
const BATCH_SIZE = 50;

export async function sendReleaseMails(context: AppContext): Promise<void> {
  const now = context.now();
  await sendImmediateMails(context, now);
  await sendMorningMails(context, now);
}

/** Marks releases as done after all accounts were mailed; an interrupted run is repeated. */
async function sendImmediateMails(context: AppContext, now: Date): Promise<void> {
  const releaseids = await listUnsentReleases(context.db, new Date(now.getTime() - MAX_AGE_MS), now);
  if (releaseids.length === 0) return;
  for await (const accountids of inBatches<number>((last = 0) => listPerReleaseAccounts(context.db, last, BATCH_SIZE)))
    await context.db.transaction().execute((db) => queueReleaseMails(context, db, accountids, now, releaseids));
  await insertReleaseRounds(context.db, releaseids, now);
}

/** Covers `per-release` accounts too, for releases that became eligible later, such as restored ones. */
async function sendMorningMails(context: AppContext, now: Date): Promise<void> {
  const mornings = (await listTimeZones(context.db)).map((timezone) => getLocalMorning(timezone, now));
  await insertMornings(context.db, mornings);
  const begun = mornings.filter(({ isDaytime }) => isDaytime);
  while (await sendMorningBatch(context, begun, now));
}

/** Mails one batch of accounts; returns false when none was left. */
function sendMorningBatch(context: AppContext, mornings: LocalMorning[], now: Date): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    const claimed = await claimMornings(db, mornings, BATCH_SIZE);
    const accountids = claimed.filter(({ isDue }) => isDue).map(({ accountid }) => accountid);
    if (accountids.length > 0) await queueReleaseMails(context, db, accountids, now);
    return claimed.length > 0;
  });
}

async function queueReleaseMails(
  context: AppContext,
  db: Db,
  accountids: number[],
  now: Date,
  releaseids?: number[],
): Promise<void> {
  const from = new Date(now.getTime() - MAX_AGE_MS);
  const rows = await insertReleaseMails(db, { accountids, releaseids, from, to: now });
  if (rows.length === 0) return;
  const byAccount = Map.groupBy(rows, ({ accountid }) => accountid);
  const mailed = [...new Set(rows.map(({ releaseid }) => releaseid))];
  const releases = await listMailedReleases(db, mailed);
  const announcements = await listAnnouncements(db, mailed);
  for (const recipient of await listMailRecipients(db, [...byAccount.keys()])) {
    const ids = new Set(byAccount.get(recipient.accountid)?.map(({ releaseid }) => releaseid));
    const own = releases.filter(({ id }) => ids.has(id));
    const [first] = own;
    const words = first && own.length === 1 ? announcements.get(first.id) : undefined;
    const mail = await buildReleaseMail(context, recipient, own, now, { words });
    await queueMail({ db, jobs: context.jobs }, mail, now);
    const endpoints = await listEndpoints(db, recipient.accountid);
    if (endpoints.length === 0) continue;
    // It has no title: "3 new promos".
    const body = composeMail('releases', recipient.language, { mailing: mail.mailing }).subject;
    for (const endpoint of endpoints) await context.jobs.send(db, pushJob, { endpoint, body });
  }
}

export const releaseMailsJob = defineJob('release-mails', sendReleaseMails, { schedule: '* * * * *', ...alone(5) });
