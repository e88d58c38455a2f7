import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { callbackify } from 'node:util';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Db } from '../platform/database/db.ts';
import { whenOver } from './cleanUp.ts';

export interface ReceivedMail extends Email {
  /** From the SMTP envelope. */
  recipients: string[];
  envelopeFrom: string;
  /** Bytes that the sender announced. */
  size: number;
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** All accepted mails, oldest first. */
  mails: ReceivedMail[];
  /** How many mails were offered, accepted or not. */
  offered: number;
  /**
   * The response to the next mails; `disconnect` accepts a mail and closes the connection before the response, a promise
   * delays it.
   */
  response: 'accept' | 'disconnect' | number | Promise<'accept'>;
  /** The reply that refuses each mail, with its code, and the command that it answers; `CONN` is the greeting. */
  refusal: { at: 'CONN' | 'MAIL FROM' | 'RCPT TO' | 'DATA'; reply: string } | undefined;
  dropConnections(): void;
}

/**
 * Starts an SMTP server until the test or test file is over. `port` 0 is any free port; `user` and `password` are required
 * from clients; `size` is the largest mail; `secure` uses TLS with a self-signed certificate, and `startTls` requires it.
 */
export async function startMailServer({
  port = 0,
  user,
  password = '',
  secure = false,
  startTls = false,
  size = 10_000_000,
}: {
  port?: number;
  user?: string;
  password?: string;
  secure?: boolean;
  startTls?: boolean;
  size?: number;
} = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    secure,
    size,
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    onConnect: (_session, done) => done(refuse('CONN')),
    onMailFrom: (_address, session, done) => {
      const isPlain = startTls && !session.secure;
      done(isPlain ? Object.assign(new Error('STARTTLS first'), { responseCode: 530 }) : refuse('MAIL FROM'));
    },
    onRcptTo: (_address, _session, done) => done(refuse('RCPT TO')),
    onAuth: ({ username, password: received }, _session, done) =>
      username === user && received === password ? done(null, { user }) : done(new Error('Wrong password')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const announced = mailFrom ? Number((mailFrom.args as { SIZE?: string }).SIZE) : 0;
        const envelope = { recipients, envelopeFrom: mailFrom ? mailFrom.address : '', size: announced };
        callbackify(receive)(Buffer.concat(chunks), envelope, (refusal) => done(refusal));
      });
    },
  });
  smtp.on('error', () => {});
  smtp.server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => sockets.add(socket));

  function refuse(at: NonNullable<MailServer['refusal']>['at']): Error | null {
    if (server.refusal?.at !== at) return null;
    if (at !== 'DATA') server.offered += 1;
    const [, code, text] = /^(\d{3}) (.*)/.exec(server.refusal.reply) ?? [];
    return Object.assign(new Error(text), { responseCode: Number(code) });
  }

  async function receive(
    raw: Buffer,
    envelope: Pick<ReceivedMail, 'recipients' | 'envelopeFrom' | 'size'>,
  ): Promise<void> {
    server.offered += 1;
    const refusal = refuse('DATA');
    if (refusal) throw refusal;
    const response = await server.response;
    if (typeof response === 'number') throw Object.assign(new Error('Not now'), { responseCode: response });
    server.mails.push({ ...(await PostalMime.parse(raw)), ...envelope, raw: raw.toString() });
    if (response === 'disconnect') server.dropConnections();
  }

  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port: actualPort } = smtp.server.address() as AddressInfo;
  const signIn = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const server: MailServer = {
    url: secure
      ? `smtps://${signIn}127.0.0.1:${actualPort}?tls.rejectUnauthorized=false`
      : `smtp://${signIn}127.0.0.1:${actualPort}`,
    mails: [],
    offered: 0,
    response: 'accept',
    refusal: undefined,
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
  whenOver(() => {
    smtp.close();
    server.dropConnections();
  });
  return server;
}

/** Makes all waiting retries due now. */
export async function retryJobsNow(db: Db): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'mail')`.execute(db);
}
