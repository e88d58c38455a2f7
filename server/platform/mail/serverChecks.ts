import type { TLSSocket } from 'node:tls';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/db.ts';
import { alone, defineJob } from '../jobs/job.ts';
import { buildServerOptions } from './mailer.ts';

// A worker checks the mail server every five minutes and notes what became of each reading of the mailbox, so that every
// node can tell operators what the servers said last.

const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'now'>;
type Name = 'smtp' | 'mailbox';

/** Connects to the server of SMTP_URL and signs in; sends nothing. */
export const checkMailServer = (context: Context): Promise<void> =>
  watch(context, 'smtp', context.config.smtpUrl, connectToMailServer);

/** Reads the mailbox of BOUNCE_IMAP_URL by `read`. */
export const checkMailbox = <C extends Context>(context: C, read: (context: C) => Promise<void>): Promise<void> =>
  watch(context, 'mailbox', context.config.bounceImapUrl, async () => {
    await read(context);
    return null;
  });

export const listMailServers = (db: Db) => db.selectFrom('mail_servers').selectAll().orderBy('name', 'desc').execute();

/** @param connect returns the end of the certificate of the server, null when it has none */
async function watch(
  { db, log, now }: Context,
  name: Name,
  url: string | undefined,
  connect: (url: string) => Promise<Date | null>,
): Promise<void> {
  if (!url) {
    await db.deleteFrom('mail_servers').where('name', '=', name).execute();
    return;
  }
  const { hostname: host } = new URL(url);
  const outcome = await connect(url).then(
    (certificate_until) => ({ worked_at: now(), problem: null, ...(name === 'smtp' && { certificate_until }) }),
    (reason: unknown) => ({ problem: readServerWords(reason) }),
  );
  if (outcome.problem !== null) log.warn({ host, problem: outcome.problem }, `The check of the ${name} server failed`);
  const row = { host, checked_at: now(), ...outcome };
  await db
    .insertInto('mail_servers')
    .values({ name, worked_at: null, certificate_until: null, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

async function connectToMailServer(url: string): Promise<Date | null> {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const options = { ...parseConnectionUrl(url), ...buildServerOptions(url), ...TIMEOUTS };
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (reason?: Error | null) => (reason ? reject(reason) : resolve());
      connection.once('error', reject).once('end', () => reject(new Error('The server closed the connection.')));
      connection.connect((reason) => (reason || !options.auth ? done(reason) : connection.login(options.auth, done)));
    });
    const until = (connection._socket as Partial<TLSSocket>).getPeerCertificate?.().valid_to;
    connection.quit();
    return until ? new Date(until) : null;
  } finally {
    connection.close();
  }
}

const WORDS_MAX = 500;

/** What the server said; imapflow calls each refusal "Command failed", and has the words beside. */
function readServerWords(reason: unknown): string {
  const { message, responseText, serverResponseCode } = reason as Record<string, unknown>;
  const words = [serverResponseCode, responseText].filter((word) => typeof word === 'string' && word !== '');
  return (words.join(' ') || (typeof message === 'string' ? message : String(reason))).slice(0, WORDS_MAX);
}

export const mailServerJob = defineJob('mail-server', checkMailServer, {
  schedule: '*/5 * * * *',
  ...alone(5),
  retryLimit: 0,
});
