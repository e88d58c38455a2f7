import { MAILS_PER_HOUR, MAILS_PER_MINUTE } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import { consumeRateLimits, perHour, type RateLimit, refundRateLimits } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';

const MINUTE_SECONDS = 60;

/** Without its tag: mails to `mia+1@…` and `mia+2@…` arrive in one mailbox, that of `mia@…`. */
const getMailbox = (email: string) => email.replace(/\+[^@]*/, '');

/**
 * Counts a mail to each address that a stranger can trigger, of any kind. When one address has had enough, none is
 * counted. Call it only for mails that will be sent: refused requests must not keep others from their mails.
 */
export async function consumeMailAllowance(db: Db, addresses: string | string[], now: Date): Promise<void> {
  const mailboxes = [addresses].flat().map(getMailbox);
  if (new Set(mailboxes).size < mailboxes.length) throw new Refusal('TOO_MANY_REQUESTS', undefined, MINUTE_SECONDS);
  const minute = mailboxes.map(
    (subject): RateLimit => ({ action: 'mail-minute', subject, max: MAILS_PER_MINUTE, windowSeconds: MINUTE_SECONDS }),
  );
  const hour = mailboxes.map((mailbox) => perHour('mail-hour', mailbox, MAILS_PER_HOUR));
  await consumeOrRefund(db, minute, now);
  await consumeOrRefund(db, hour, now).catch(async (reason: unknown) => {
    await refundRateLimits(db, minute);
    throw reason;
  });
}

async function consumeOrRefund(db: Db, limits: RateLimit[], now: Date): Promise<void> {
  try {
    await consumeRateLimits(db, limits, now);
  } catch (reason) {
    await refundRateLimits(db, limits);
    throw reason;
  }
}
