import type { AppContext } from '../context.ts';
import { isLoopback } from '../process/config.ts';
import type { ReturnedMailKind } from './returnedMailQueries.ts';

const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
/** A returned mail with pictures; its status comes first. */
const MAIL_BYTES_MAX = 1_000_000;

/**
 * Reads the unread mails of the mailbox of BOUNCE_IMAP_URL, each once: those that `read` calls answers of people stay
 * unread and get a flag, all others are marked as read. UIDs are used within one connection alone: a folder that was made
 * anew gives them to other mails. The time limits end a server that says nothing.
 */
export async function readBounceMailbox(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  read: (raw: Uint8Array) => Promise<ReturnedMailKind>,
  timeouts = TIMEOUTS,
): Promise<void> {
  if (!config.bounceImapUrl) return;
  const { protocol, hostname, port, username, password, pathname } = new URL(config.bounceImapUrl);
  const secure = protocol === 'imaps:';
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    tls: { rejectUnauthorized: !isLoopback(hostname) },
    logger: false,
    disableAutoIdle: true,
    ...timeouts,
  });
  // The call that is under way fails with the same error.
  client.on('error', () => {});
  try {
    await client.connect();
    const { readOnly } = await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    // Each mail would be read and counted again at every run.
    if (readOnly) throw new Error('The mailbox cannot be changed: its mails cannot be marked as read.');
    const unread = await client.search({ seen: false, flagged: false }, { uid: true });
    for (const uid of unread || []) {
      const raw = await fetchMail(String(uid));
      if (raw === 'removed') continue;
      const kind = raw === 'refused' ? 'unreadable' : await read(raw);
      await client.messageFlagsAdd(String(uid), [kind === 'answer' ? '\\Flagged' : '\\Seen'], { uid: true });
    }
    await client.logout();
  } finally {
    client.close();
  }

  /** Another client may have removed it meanwhile; a server that refuses one mail may give the next. */
  async function fetchMail(uid: string): Promise<Uint8Array | 'removed' | 'refused'> {
    try {
      const mail = await client.fetchOne(uid, { source: { maxLength: MAIL_BYTES_MAX } }, { uid: true });
      return mail && mail.source ? mail.source : 'removed';
    } catch (reason) {
      if (!client.usable) throw reason;
      log.warn({ err: reason }, 'The mailbox does not give a returned mail');
      return 'refused';
    }
  }
}
