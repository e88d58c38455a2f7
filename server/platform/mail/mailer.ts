import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppContext } from '../context.ts';
import { type Config, isLoopback } from '../process/config.ts';
import { classifyReply, readEnhancedCode } from './classifyReply.ts';
import { isSigned, readDkim } from './dkim.ts';
import { createDomainPauses } from './domainPauses.ts';
import { createEnvelopeKey } from './envelopeKey.ts';
import { findUnsentMail, insertMailEvents, listMailIds, setMailProblem, setMailSent, type UnsentMail } from './mail.ts';
import { claimHeldTry, endHolds, recordRefusal } from './mailHolds.ts';
import { addAnswers } from './mailLayout.ts';
import { loadPictures, type MailPicture } from './mailPictures.ts';
import { composeMail } from './mailText.ts';

const MINUTE_MS = 60_000;
/** RFC 5321 §4.5.3.2: five minutes for the greeting and ten after the data, which scanners use up. */
export const TIMEOUTS = {
  connectionTimeout: 6 * MINUTE_MS,
  greetingTimeout: 5 * MINUTE_MS,
  socketTimeout: 10 * MINUTE_MS,
};
/** Of a whole mail: below the expiry of its job, which another worker would send once more. */
export const SEND_TIMEOUT_MS = 60 * MINUTE_MS;

/** Connections to the mail server, each for a hundred mails; twenty and more are more than some servers take. */
const CONNECTIONS = 5;

const HELD = 'Mails are held, because several domains refuse them in the same words: not tried yet.';

/**
 * Sends mails to the server of SMTP_URL, which it connects to at the first mail, or writes them to the outbox folder.
 * @throws one sentence when mails cannot be signed
 */
export async function openMailer({ db, config, jobs, log, now, secrets, storage, metrics }: AppContext) {
  const dkim = await requireSigning(config);
  const pauses = createDomainPauses();
  const smtp = config.smtpUrl
    ? (await import('nodemailer')).createTransport({
        pool: true,
        maxConnections: CONNECTIONS,
        ...(config.mailPerSecond && { rateLimit: config.mailPerSecond, rateDelta: 1000 }),
        ...TIMEOUTS,
        ...buildServerOptions(config.smtpUrl),
      })
    : undefined;

  async function send(mail: UnsentMail): Promise<void> {
    const envelopeKey = createEnvelopeKey(secrets, mail.id);
    const message = buildMessage({ ...mail, envelopeKey }, await loadPictures(storage, mail.pictures), config);
    const raw = await composeMessage(message, smtp ? 'windows' : 'unix', dkim);
    if (smtp) {
      const from = config.bounceAddress?.replace('*', envelopeKey) ?? message.from;
      const envelope = { from, to: message.to, size: raw.length };
      const dsn = {
        id: envelopeKey,
        return: 'headers' as const,
        notify: ['failure', 'delay'] as ('failure' | 'delay')[],
      };
      await smtp.sendMail({ raw, envelope, dsn, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
      return;
    }
    const folder = outboxOf(config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${mail.id}.eml`), raw, { mode: 0o600 });
  }

  /** Whether the server refused the address for good, and not this service or the mail; records it then. */
  async function isAddressRefused(mailid: string, refusal: unknown, reason: string): Promise<boolean> {
    const { responseCode = 0, response = '', command = '' } = refusal as SmtpError;
    const reply = response.replaceAll('\0', ' ');
    if (responseCode < 500 || !['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) return false;
    const kind = command !== 'MAIL FROM' && classifyReply(reply) === 'address' ? 'hard' : 'sender';
    const isOurs = await recordRefusal(
      { db, jobs, now },
      { mailid, reply, bounce: { kind, reason }, isReturned: false },
    );
    return kind === 'hard' && !isOurs;
  }

  return {
    /** Delivers a mail unless it is sent already. @throws when a retry may help */
    async deliver(mailid: string): Promise<void> {
      const mail = await findUnsentMail(db, mailid, now());
      if (!mail) return;
      if (mail.isDead) {
        metrics?.mails.inc({ result: 'expired' });
        await setMailProblem(db, mailid, 'Not sent: its link or code ended, or a newer one replaced it.', 'expired');
        return;
      }
      if (mail.isSuppressed) {
        metrics?.mails.inc({ result: 'suppressed' });
        await setMailProblem(db, mailid, 'Not sent: earlier mails to this address came back.', 'suppressed');
        return;
      }
      const domain = mail.recipient.slice(mail.recipient.lastIndexOf('@') + 1);
      if (!mail.hasPriority) pauses.requireNone(domain, now());
      const endedHolds = mail.isHeld && !mail.hasPriority ? await claimHeldTry(db, now()) : [];
      if (mail.isHeld && !mail.hasPriority && endedHolds.length === 0) {
        await setMailProblem(db, mailid, HELD);
        throw new Error(HELD);
      }
      try {
        await send(mail);
        pauses.end(domain);
      } catch (reason) {
        // PostgreSQL stores no NUL.
        const problem = (reason instanceof Error ? reason.message : String(reason)).replaceAll('\0', ' ');
        if (isDomainBusy(reason)) pauses.begin(domain, now());
        const isAddressDead = await isAddressRefused(mailid, reason, problem);
        const isRejected = isAddressDead || isTooBig(reason);
        if (!isAddressDead) await setMailProblem(db, mailid, problem, isRejected ? 'refused' : null);
        metrics?.mails.inc({ result: isRejected ? 'rejected' : 'failed' });
        if (!isRejected) throw reason;
        if (!isAddressDead) await insertMailEvents(db, mailid, 'bounced', now());
        log.warn({ mailid, problem }, 'Refused for good by the mail server');
        return;
      }
      metrics?.mails.inc({ result: 'sent' });
      await db.transaction().execute(async (db) => {
        await setMailSent(db, mailid, !smtp, now());
        await insertMailEvents(db, mailid, 'handed over', now());
      });
      if (endedHolds.length > 0) await endHolds(db, endedHolds);
    },
    close: () => smtp?.close(),
  };
}

const outboxOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');

/** Deletes the files of mails that were deleted. */
export async function deleteOldOutbox({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const folder = outboxOf(config);
  const files = await readdir(folder).catch(() => []);
  const ids = files.map((file) => basename(file, '.eml'));
  const kept = await listMailIds(db, ids);
  for (const [index, file] of files.entries())
    if (!kept.has(ids[index] ?? '')) await rm(join(folder, file), { force: true });
}

type MailContent = Omit<UnsentMail, 'isDead' | 'isSuppressed' | 'isHeld' | 'hasPriority' | 'pictures'> & {
  envelopeKey: string;
};

/** Signed at the start, to see whether the key works. */
const testMail = {
  id: '',
  kind: 'release',
  recipient: 'test@example.com',
  name: '',
  language: 'en',
  reply_to: null,
  subject: 'Test',
  html: '<p>Test</p>',
  body: 'Test',
  unsubscribe: 'https://example.com',
  list: { labelid: 'test', name: 'Test' },
  envelopeKey: '',
};

/** Signs a mail and checks the signature. @throws one sentence when the key cannot be used */
export async function requireSigning(config: Pick<Config, 'dkim' | 'mailFrom' | 'site'>) {
  const dkim = readDkim(config);
  if (!dkim) return undefined;
  const raw = await composeMessage(buildMessage(testMail, [], config), 'windows', dkim);
  if (isSigned(raw, dkim.privateKey)) return dkim;
  throw new Error('DKIM_KEY_FILE must be a private RSA key of at least 1,024 bits in PEM format.');
}

/** Each attempt has the same Message-ID, so that mail clients show a mail that is sent twice once. */
export function buildMessage(
  { id, kind, recipient, name, language, reply_to, subject, html, body, unsubscribe, list, envelopeKey }: MailContent,
  pictures: MailPicture[],
  { mailFrom, site }: Pick<Config, 'mailFrom' | 'site'>,
) {
  const replyTo = reply_to || site.supportEmail;
  return {
    from: mailFrom,
    to: { name, address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    ...addAnswers({ html, text: body }, composeMail.describeAnswers(language, replyTo)),
    attachments: pictures.map((picture) => ({ ...picture, contentDisposition: 'inline' as const })),
    messageId: `<${id}@${mailFrom.address.split('@')[1]}>`,
    headers: {
      'auto-submitted': 'auto-generated',
      'x-envelope-key': envelopeKey,
      'feedback-id': [...(list ? [list.labelid] : []), kind, 'promenade'].join(':'),
      ...(unsubscribe && buildListHeaders(unsubscribe)),
    },
    ...(list && {
      list: { id: { url: `${list.labelid}.${mailFrom.address.split('@')[1]}`, comment: list.name } },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mail as it is sent: ASCII lines, which no server has to convert. */
export async function composeMessage(
  message: ReturnType<typeof buildMessage>,
  newline: 'windows' | 'unix',
  dkim?: ReturnType<typeof readDkim>,
): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline, ...(dkim && { dkim }) });
  const { message: raw } = await transport.sendMail(message);
  return raw as Buffer;
}

/** The headers of subscribed mails: no automatic replies, and an unsubscribe button (RFC 8058). */
const buildListHeaders = (unsubscribe: string) => ({
  precedence: 'bulk',
  'list-unsubscribe': `<${unsubscribe}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

/** The server of SMTP_URL, and how its certificate is checked. */
export const buildServerOptions = (url: string) => ({ url, ...buildTlsOptions(new URL(url)) });

/** A mail server on this machine usually has a self-signed certificate, and nobody is in between. */
const buildTlsOptions = ({ hostname, searchParams }: URL) =>
  isLoopback(hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')) &&
  !searchParams.has('tls.rejectUnauthorized') && { tls: { rejectUnauthorized: false } };

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Whether the server wants fewer mails for the domain of the recipient: 4xx, but not about one mailbox. */
function isDomainBusy(reason: unknown): boolean {
  const { responseCode = 0, response, command = '' } = reason as SmtpError;
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return isTemporary && ['RCPT TO', 'DATA'].includes(command) && !/^4\.[12]\./.test(readEnhancedCode(response) ?? '');
}

/** Whether the mail is larger than the server takes (RFC 1870 §6, RFC 3463): it says so, or its limit is known before. */
function isTooBig(reason: unknown): boolean {
  const { code, responseCode = 0, response, command = '' } = reason as SmtpError;
  if (responseCode === 0) return code === 'EMESSAGE' && command === 'MAIL FROM';
  if (responseCode < 500) return false;
  // A server that knows the size beforehand may answer without words.
  const isSizeKnown = responseCode === 552 && command === 'MAIL FROM' && readEnhancedCode(response) === undefined;
  return isSizeKnown || classifyReply(response ?? '') === 'size';
}
