import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { callbackify } from 'node:util';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import type { Db } from '../platform/database/db.ts';

/** A mail that was caught: parsed, and whom the envelope named. */
export interface CaughtMail extends Email {
  recipients: string[];
}

/** A mail server of a test, gone when the test file ends. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Everything it took, oldest first. */
  mails: CaughtMail[];
  /** How many were offered, taken or not. */
  offered: number;
  /** What it does with the next mails: takes them, answers with a code, or takes them and breaks off before it says so. */
  answer: 'take' | 'break off' | number;
}

/**
 * Starts a real mail server on this machine.
 * @param port any free one, unless named
 * @param user with `password`: nobody else may send; `secure`: TLS from the first byte, with a certificate that nobody signed
 */
export async function startMailServer({
  port = 0,
  user,
  password = '',
  secure = false,
}: {
  port?: number;
  user?: string;
  password?: string;
  secure?: boolean;
} = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    secure,
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, done) =>
      username === user && given === password ? done(null, { user }) : done(new Error('Wrong password')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        callbackify(take)(Buffer.concat(chunks), recipients, (refusal) => done(refusal));
      });
    },
  });
  smtp.on('error', () => {});
  smtp.server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => sockets.add(socket));

  async function take(raw: Buffer, recipients: string[]): Promise<void> {
    server.offered += 1;
    const { answer } = server;
    if (typeof answer === 'number') throw Object.assign(new Error('Not now'), { responseCode: answer });
    server.mails.push({ ...(await PostalMime.parse(raw)), recipients });
    if (answer === 'break off') for (const socket of sockets) socket.destroy();
  }

  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port: taken } = smtp.server.address() as AddressInfo;
  const signIn = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const server: MailServer = {
    url: secure
      ? `smtps://${signIn}127.0.0.1:${taken}?tls.rejectUnauthorized=false`
      : `smtp://${signIn}127.0.0.1:${taken}`,
    mails: [],
    offered: 0,
    answer: 'take',
  };
  afterAll(() => {
    smtp.close();
    for (const socket of sockets) socket.destroy();
  });
  return server;
}

/** Makes every job that waits for its next try due now. */
export async function tryAgainNow(db: Db): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'mail')`.execute(db);
}
