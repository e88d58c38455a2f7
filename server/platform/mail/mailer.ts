import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { AppContext } from '../context.ts';
import type { Config } from '../process/config.ts';
import { findUnsent, type KeptMail, markProblem, markSent } from './mail.ts';
import { type MailPicture, readPictures } from './mailPictures.ts';

/** Hands mails over: to the server of SMTP_URL, else to a folder that an operator reads. */
export interface Mailer {
  /** Hands one over, unless it was already. @throws when it is worth another try */
  deliver(mailid: string): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Opens the way out for mails; connects with the first one. */
export function openMailer({
  db,
  config,
  log,
  now,
  storage,
}: Pick<AppContext, 'db' | 'config' | 'log' | 'now' | 'storage'>): Mailer {
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
  const file = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function handOver(mail: KeptMail): Promise<void> {
    const message = messageOf(mail, await readPictures(storage, mail.pictures), config);
    if (smtp) {
      await smtp.sendMail(message);
      return;
    }
    const folder = join(config.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { message: written } = await file.sendMail(message);
    await writeFile(join(folder, `${mail.id}.eml`), written, { mode: 0o600 });
  }

  return {
    async deliver(mailid) {
      const mail = await findUnsent(db, mailid);
      if (!mail) return;
      try {
        await handOver(mail);
      } catch (reason) {
        const problem = reason instanceof Error ? reason.message : String(reason);
        await markProblem(db, mailid, problem);
        if (!isFinal(reason)) throw reason;
        log.warn({ mailid, problem }, 'a mail was refused for good');
        return;
      }
      await markSent(db, mailid, !smtp, now());
    },
    close() {
      smtp?.close();
    },
  };
}

/** The same Message-ID at every try: what was handed over twice is one mail to its reader. */
function messageOf(
  { id, recipient, reply_to, subject, html, body, unsubscribe }: KeptMail,
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
    headers: { 'auto-submitted': 'auto-generated', ...(unsubscribe && bulk(unsubscribe)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What mail programs read of a mail that comes again and again: no holiday answers, and a button that ends it. */
const bulk = (unsubscribe: string) => ({
  precedence: 'bulk',
  'list-unsubscribe': `<${unsubscribe}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

/** The server says that it will never take this one: an address that does not exist, or is none. */
const isFinal = (reason: unknown): boolean => {
  const { responseCode = 0 } = reason as { responseCode?: number };
  return responseCode === 501 || (responseCode >= 550 && responseCode < 560);
};
