import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { queueMail } from '../server/platform/mail/mail.ts';
import { openContext } from '../server/platform/openContext.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { startWorker } from '../server/worker.ts';
import { startStep } from './steps.ts';

// Delivers 10,000 mails to an SMTP server in a process of its own: mails a second, memory, and each mail once.

const MAILS = Number(process.argv[2] ?? 10_000);

/** What a mail server received. */
interface Received {
  mails: number;
  messageids: number;
  recipients: number;
  connections: number;
}

/** A mail server that accepts everything, and sends what it received when it is asked. */
function receive(): void {
  const [messageids, recipients] = [new Set<string>(), new Set<string>()];
  const received = { mails: 0, connections: 0 };
  const smtp = createServer((socket) => {
    received.connections += 1;
    socket.on('error', () => {});
    socket.write('220 bench ESMTP\r\n');
    let isData = false;
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      const [, messageid] = /^message-id:\s*(\S+)/i.exec(line) ?? [];
      const [, recipient] = /^rcpt to:<(\S+)>/i.exec(line) ?? [];
      if (isData && line !== '.') {
        if (messageid) messageids.add(messageid);
        return;
      }
      if (isData) received.mails += 1;
      isData = !isData && /^data/i.test(line);
      if (recipient) recipients.add(recipient);
      socket.write(isData ? '354 Go on\r\n' : '250 Ok\r\n');
    });
  }).listen(0, '127.0.0.1', () => process.send?.((smtp.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
  process.on('message', () =>
    process.send?.({ ...received, messageids: messageids.size, recipients: recipients.size } satisfies Received),
  );
}

async function measure(): Promise<void> {
  const receiver = fork(import.meta.filename);
  const [port] = (await once(receiver, 'message')) as [number];
  const folder = await mkdtemp(join(tmpdir(), 'promenade-mail-rate-'));
  const config = readConfig({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'mail@music.example',
    MAIL_PER_SECOND: process.env.MAIL_PER_SECOND,
  });
  const { context, close } = await openContext(config, { log: createSilentLog(), runsJobs: true });
  const { db, pool, jobs } = context;
  startStep(`Queueing ${MAILS} mails`);
  const queueStart = performance.now();
  await db.transaction().execute(async (db) => {
    for (let n = 0; n < MAILS; n++)
      await queueMail(
        { db, jobs },
        {
          kind: 'reset',
          to: `${n}@recipients.example`,
          values: { email: `${n}@recipients.example` },
          url: 'https://music.example/resetpwd/x.y.z',
        },
        new Date(),
      );
  });
  console.log(`Queued in ${seconds(queueStart)} s.`);
  const before = process.memoryUsage().rss;
  let peak = before;
  const start = performance.now();
  startStep(`Delivering ${MAILS} mails`);
  const stop = await startWorker(context);
  for (let waiting = MAILS; waiting > 0; ) {
    await wait(500);
    peak = Math.max(peak, process.memoryUsage().rss);
    const { rows } = await pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from mails where sent_at is null',
    );
    waiting = rows[0]?.waiting ?? 0;
    console.log(`${seconds(start)} s: ${MAILS - waiting}`);
  }
  const passed = seconds(start);
  receiver.send('received');
  const [received] = (await once(receiver, 'message')) as [Received];
  console.log(
    `${MAILS} mails in ${passed} s, ${Math.round(MAILS / passed)}/s; ${received.connections} connections; ` +
      `${received.mails} received, ${received.messageids} Message-IDs, ${received.recipients} recipients; ` +
      `memory ${megabytes(before)} MB, at most ${megabytes(peak)} MB.`,
  );
  await stop();
  await close();
  receiver.kill();
  await rm(folder, { recursive: true, force: true });
}

const seconds = (start: number) => Math.round((performance.now() - start) / 100) / 10;
const megabytes = (bytes: number) => Math.round(bytes / 1e6);

if (process.send) receive();
else await measure();
