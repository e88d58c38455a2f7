import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { AppContext } from '../context.ts';
import type { Config } from '../process/config.ts';
import { findUnsentMail, listMailIds, setMailProblem, setMailSent, type UnsentMail } from './mail.ts';
import { loadPictures, type MailPicture } from './mailPictures.ts';

const TIMEOUT_MS = 15_000;

/** Sends mails to the server of SMTP_URL, which it connects to at the first mail, or writes them to the outbox folder. */
export function openMailer({ db, config, log, now, storage, metrics }: AppContext) {
  const smtp = config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS * 2,
      })
    : undefined;

  async function send(mail: UnsentMail): Promise<void> {
    const message = buildMessage(mail, await loadPictures(storage, mail.pictures), config);
    if (smtp) {
      await smtp.sendMail(message);
      return;
    }
    const folder = outboxOf(config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message: content } = await file.sendMail(message);
    await writeFile(join(folder, `${mail.id}.eml`), content, { mode: 0o600 });
  }

  return {
    /** Delivers a mail unless it is sent already. @throws when a retry may help */
    async deliver(mailid: string): Promise<void> {
      const mail = await findUnsentMail(db, mailid);
      if (!mail) return;
      try {
        await send(mail);
      } catch (reason) {
        const problem = reason instanceof Error ? reason.message : String(reason);
        await setMailProblem(db, mailid, problem);
        const isRejected = isPermanent(reason);
        metrics?.mails.inc({ result: isRejected ? 'rejected' : 'failed' });
        if (!isRejected) throw reason;
        log.warn({ mailid, problem }, 'Mail rejected permanently');
        return;
      }
      metrics?.mails.inc({ result: 'sent' });
      await setMailSent(db, mailid, !smtp, now());
    },
    close: () => smtp?.close(),
  };
}

const outboxOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');

/** Deletes the files of mails that were deleted. */
export async function tidyOutbox({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const folder = outboxOf(config);
  const files = await readdir(folder).catch(() => []);
  const ids = files.map((file) => basename(file, '.eml'));
  const kept = await listMailIds(db, ids);
  for (const [index, file] of files.entries())
    if (!kept.has(ids[index] ?? '')) await rm(join(folder, file), { force: true });
}

/** Each attempt has the same Message-ID, so that mail clients show a mail that is sent twice once. */
function buildMessage(
  { id, recipient, reply_to, subject, html, body, unsubscribe }: UnsentMail,
  pictures: MailPicture[],
  { mailFrom }: Pick<Config, 'mailFrom'>,
) {
  return {
    from: mailFrom,
    to: { name: '', address: recipient },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    subject,
    html,
    text: body,
    attachments: pictures.map((picture) => ({ ...picture, contentDisposition: 'inline' as const })),
    messageId: `<${id}@${mailFrom.address.split('@')[1]}>`,
    headers: { 'auto-submitted': 'auto-generated', ...(unsubscribe && buildListHeaders(unsubscribe)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The headers of subscribed mails: no automatic replies, and an unsubscribe button (RFC 8058). */
const buildListHeaders = (unsubscribe: string) => ({
  precedence: 'bulk',
  'list-unsubscribe': `<${unsubscribe}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

/** SMTP replies for an address that is invalid or does not exist (RFC 5321 §4.2). */
function isPermanent(reason: unknown): boolean {
  const { responseCode = 0 } = reason as { responseCode?: number };
  return responseCode === 501 || (responseCode >= 550 && responseCode < 560);
}
