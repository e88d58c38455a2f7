import { ImapFlow } from 'imapflow';
import type { AppContext } from '../context.ts';
import { isLoopback } from '../process/config.ts';
import { readBounces } from './suppressions.ts';

const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
/** A returned mail with pictures; its status comes first. */
const MAIL_BYTES_MAX = 1_000_000;

/**
 * Reads the unread mails of the mailbox of BOUNCE_IMAP_URL and marks each as read. UIDs are used within one connection
 * alone: a folder that was made anew gives them to other mails. The time limits end a server that says nothing.
 */
export async function readBounceMailbox(
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
  timeouts = TIMEOUTS,
): Promise<void> {
  if (!config.bounceImapUrl) return;
  const { protocol, hostname, port, username, password, pathname } = new URL(config.bounceImapUrl);
  const secure = protocol === 'imaps:';
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
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    for (const uid of (await client.search({ seen: false }, { uid: true })) || []) {
      const mail = await client.fetchOne(String(uid), { source: { maxLength: MAIL_BYTES_MAX } }, { uid: true });
      // Another client removed it meanwhile.
      if (!mail || !mail.source) continue;
      await readBounces({ db, now }, mail.source);
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
    await client.logout();
  } finally {
    client.close();
  }
}
