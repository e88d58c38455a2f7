import { releaseUrl, toMailRelease } from '../catalogue/mailedRelease.ts';
import { listMailedReleases } from '../catalogue/mailedReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { claimWaitingShares, type SharePairs } from './shareMailQueries.ts';

// A colleague gets one mail an hour about what an account shares: the first share at once, those of the next hour
// together in one mail. `shares.mail_waits` is set by a share and cleared in the transaction that queues its mail.

const PAUSE_MS = 3600_000;
/** Pairs per transaction. */
const BATCH_SIZE = 50;

/** Mails the shares whose hour is over. */
export async function sendShareMails(context: AppContext): Promise<void> {
  const now = context.now();
  while (await context.db.transaction().execute((db) => queueShareMails(context, db, undefined, now)));
}

/** Queues one mail for each pair that is due, or each of `pairs`; false when none was. Needs a transaction. */
export async function queueShareMails(
  context: AppContext,
  db: Db,
  pairs: SharePairs | undefined,
  now: Date,
): Promise<boolean> {
  const before = new Date(now.getTime() - PAUSE_MS);
  const shares = await claimWaitingShares(db, { pairs, max: pairs?.toIds.length ?? BATCH_SIZE, before, now });
  const releases = await listMailedReleases(db, [...new Set(shares.flatMap(({ releaseId }) => releaseId ?? []))]);
  const byId = new Map(releases.map((release) => [release.id, release]));
  for (const ofPair of Map.groupBy(shares, ({ fromId, toId }) => `${fromId} ${toId}`).values()) {
    const shared = ofPair.flatMap(({ releaseId, ...share }) => {
      const release = byId.get(releaseId ?? 0);
      return release ? [{ ...share, release }] : [];
    });
    const [first] = shared;
    if (!first) continue;
    const { sender, replyTo, mailto: to, language, message, release } = first;
    const mail = { kind: 'share', to, language, replyTo } as const;
    const single = {
      values: { sender, title: release.title, artist: release.artist },
      quote: message,
      url: releaseUrl(context.address, release.releaseid),
    };
    const several = async () => ({
      values: { sender },
      shares: await Promise.all(
        shared.map(async ({ release, message }) => ({
          ...(await toMailRelease(context, release, 160)),
          quote: message,
        })),
      ),
    });
    await queueMail({ ...context, db }, { ...mail, ...(shared.length > 1 ? await several() : single) }, now);
  }
  return shares.length > 0;
}

export const shareMailsJob = defineJob('share-mails', sendShareMails, { schedule: '* * * * *', ...alone(5) });
