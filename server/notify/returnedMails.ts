import type { AppContext } from '../platform/context.ts';
import { DatabaseUnavailable } from '../platform/database/availability.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { readBounceMailbox } from '../platform/mail/bounceMailbox.ts';
import { findMailid } from '../platform/mail/envelopeKey.ts';
import { findSentMail } from '../platform/mail/mail.ts';
import { recordRefusal } from '../platform/mail/mailHolds.ts';
import type { ReturnedMail } from '../platform/mail/returnedMail.ts';
import { openReturnedMailParser, type ReturnedMailParser } from '../platform/mail/returnedMailParser.ts';
import { countReturnedMail, type ReturnedMailKind } from '../platform/mail/returnedMailQueries.ts';
import { checkMailbox } from '../platform/mail/serverChecks.ts';
import { recordBounce } from '../platform/mail/suppressions.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Reads the mailbox of BOUNCE_IMAP_URL. A person's answer stays unread and gets a flag; all others are marked as read. */
export async function readReturnedMails(
  context: AppContext,
  timeouts?: Parameters<typeof readBounceMailbox>[2],
): Promise<void> {
  const parser = openReturnedMailParser();
  try {
    await readBounceMailbox(context, (raw) => readReturnedMail(context, raw, parser), timeouts);
  } finally {
    await parser.close();
  }
}

/** Acts on one mail that arrived at the address of return, and counts it. @throws only when the database is unavailable */
export async function readReturnedMail(
  context: AppContext,
  raw: Uint8Array,
  { parse }: Pick<ReturnedMailParser, 'parse'>,
): Promise<ReturnedMailKind> {
  const { db, log, now } = context;
  let kind: ReturnedMailKind = 'unreadable';
  try {
    kind = await act(context, await parse(raw));
  } catch (reason) {
    if (reason instanceof DatabaseUnavailable) throw reason;
    // A complaint with an address that nobody signed.
    if (reason instanceof Refusal) kind = 'unmatched';
    else log.warn({ err: reason }, 'A returned mail could not be read');
  }
  await countReturnedMail(db, kind, now());
  return kind;
}

async function act(context: AppContext, mail: ReturnedMail): Promise<ReturnedMailKind> {
  const { db, secrets, now } = context;
  if (mail.kind === 'complaint') {
    await unsubscribe(context, mail.unsubscribeToken, now());
    return 'complaint';
  }
  if (mail.kind !== 'bounce') return mail.kind;
  const { keys } = mail;
  const mailid = findMailid(secrets, keys);
  const sent = mailid !== undefined && (await findSentMail(db, mailid));
  if (!sent) return 'unmatched';
  const isForwarded = mail.bounce.recipient !== undefined && isOtherMailbox(mail.bounce.recipient, sent.recipient);
  // The mailbox may keep the mail, and forward a copy to somebody who left.
  const bounce = isForwarded && mail.bounce.kind === 'hard' ? { ...mail.bounce, kind: 'soft' as const } : mail.bounce;
  if (bounce.kind === 'delayed') await recordBounce(context, mailid, bounce);
  else await recordRefusal(context, { mailid, reply: bounce.reply, bounce, isReturned: true });
  return 'bounce';
}

/** An alias has the same name or domain: `ana@radio.example`, `ana@mx.radio.example`, `lund@radio.example`. */
function isOtherMailbox(one: string, other: string): boolean {
  const [[name, domain = ''], [otherName, otherDomain = '']] = [one.split('@'), other.toLowerCase().split('@')];
  return name !== otherName && !`.${domain}`.endsWith(`.${otherDomain}`) && !`.${otherDomain}`.endsWith(`.${domain}`);
}

export const bouncesJob = defineJob('bounces', (context) => checkMailbox(context, readReturnedMails), {
  schedule: '*/5 * * * *',
  ...alone(30),
  retryLimit: 0,
  notify: false,
});
