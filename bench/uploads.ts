import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '@promenade/contract/access';
import { importDelivery } from '@promenade/contract/uploads';
import { createAccount } from '../server/access/accounts.ts';
import { openContext } from '../server/platform/openContext.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { type Call, createClient } from '../server/testing/client.ts';
import { openS3Server } from '../server/testing/s3Engine.ts';
import { createUploader } from '../server/testing/uploads.ts';
import { ACCOUNT } from './createCatalogue.ts';
import { START_FLAGS } from './startBenchServer.ts';
import { startStep } from './steps.ts';

// Uploads 2 GiB to the service, on disk and in a bucket, and imports ten WAVs through the console and by the command.

const PART_BYTES = 4 * 1024 ** 2;
const FILE_BYTES = 2 * 1024 ** 3;
const MEMORY_MAX_MB = 250;
const IMPORT_MAX = 1.2;
const SAMPLE_MS = 100;
const TRACKS = 10;
const TRACK_SECONDS = 180;
const names = Array.from({ length: TRACKS }, (_, index) => `${index + 1}.wav`);

const server = join(import.meta.dirname, '../server');
const s3 = await openS3Server();
const misses = [...(await measure('disk', {})), ...(await measure(`bucket of ${s3.engine}`, s3.createEnv()))];
await s3.close();
for (const miss of misses) console.log(`over budget: ${miss}`);
process.exit(misses.length > 0 ? 1 : 0);

/** Gives what misses its budget. */
async function measure(name: string, storage: Record<string, string>): Promise<string[]> {
  startStep(`${name}: starting the service`);
  const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-'));
  const env = { ...process.env, ...storage, DATA_DIR: folder, DEMO: '0', PORT: '0' };
  const labelid = await createOperator(env);
  const service = spawn(process.execPath, [...START_FLAGS, join(server, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await waitForUrl(service.stdout);
    const { body } = await createClient(url)(signIn, { body: { username: ACCOUNT.email, password: ACCOUNT.password } });
    const token = body['access-token'];
    const call = createClient(url, token);
    const uploader = createUploader(url, { token, call });
    startStep(`${name}: uploading 2 GiB`);
    const memory = await sampleMemory(service.pid ?? 0, () => uploadLarge(uploader, labelid));
    console.log(`${name}: 2 GiB in ${memory.seconds} s, at most ${memory.mb} MB (${memory.before} MB before)`);
    startStep(`${name}: importing ten WAVs, three times`);
    // The speed of the machine varies: the command runs before and after.
    const before = await importByCommand(join(folder, 'Before'), env);
    const byConsole = await importByConsole(uploader, call, labelid);
    const byCommand = (before + (await importByCommand(join(folder, 'After'), env))) / 2;
    console.log(
      `${name}: ten WAVs in ${byConsole.toFixed(1)} s by the console, ${byCommand.toFixed(1)} s by the command`,
    );
    return [
      ...(memory.mb > MEMORY_MAX_MB ? [`${name}: memory`] : []),
      ...(byConsole > byCommand * IMPORT_MAX ? [`${name}: import`] : []),
    ];
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** With a label. Gives its labelid. */
async function createOperator(env: NodeJS.ProcessEnv): Promise<string> {
  const { context, close } = await openContext(readConfig(env), { log: createSilentLog() });
  await createAccount(context.db, { ...ACCOUNT, operator: true });
  const label = { name: 'Harbour', logo_hash: null, contact: null };
  const { labelid } = await context.db
    .insertInto('labels')
    .values(label)
    .returning('labelid')
    .executeTakeFirstOrThrow();
  await close();
  return labelid;
}

async function waitForUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [url] = /http:\S+$/.exec(line) ?? [];
    if (url !== undefined && line.includes('ready')) return url;
  }
  throw new Error('The service ended before it was ready.');
}

type Uploader = ReturnType<typeof createUploader>;

async function uploadLarge({ start, create, patch, remove }: Uploader, labelid: string): Promise<void> {
  const { deliveryid } = await start(labelid, 'Large');
  const location = (await create(deliveryid, 'large.wav', FILE_BYTES)).headers.get('location') ?? '';
  const part = randomBytes(PART_BYTES);
  for (let offset = 0; offset < FILE_BYTES; offset += PART_BYTES) {
    const { status } = await patch(location, offset, part);
    if (status !== 204) throw new Error(`A part was answered with ${status}.`);
  }
  await remove(location);
}

/** Resident memory of a process while `run` runs. */
async function sampleMemory(pid: number, run: () => Promise<void>) {
  const read = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = Math.round(await read());
  let max = before;
  const timer = setInterval(() => void read().then((mb) => (max = Math.max(max, mb))), SAMPLE_MS);
  const begun = performance.now();
  await run();
  clearInterval(timer);
  return { before, mb: Math.round(max), seconds: Math.round((performance.now() - begun) / 1000) };
}

/** Noise of 16 bits, which is no other song. */
function createWav(): Buffer {
  const bytes = TRACK_SECONDS * 44_100 * 4;
  const head = Buffer.alloc(44);
  head.write('RIFF    WAVEfmt ', 'latin1');
  head.writeUInt32LE(bytes + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(44_100 * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, randomBytes(bytes)]);
}

/** Seconds of the import, without the upload. */
async function importByConsole(uploader: Uploader, call: Call, labelid: string): Promise<number> {
  const { deliveryid } = await uploader.start(labelid, 'Console');
  for (const name of names) {
    const wav = createWav();
    const location = (await uploader.create(deliveryid, name, wav.length)).headers.get('location') ?? '';
    for (let offset = 0; offset < wav.length; offset += PART_BYTES)
      await uploader.patch(location, offset, wav.subarray(offset, offset + PART_BYTES));
  }
  const begun = performance.now();
  await call(importDelivery, { params: { deliveryid }, body: {} });
  for (;;) {
    const { state, problems } = await uploader.read(deliveryid);
    if (state === 'imported') return (performance.now() - begun) / 1000;
    if (state !== 'importing') throw new Error(JSON.stringify(problems));
    await pause(100);
  }
}

async function importByCommand(delivery: string, env: NodeJS.ProcessEnv): Promise<number> {
  await mkdir(delivery);
  for (const name of names) await writeFile(join(delivery, name), createWav());
  const begun = performance.now();
  const command = spawn(process.execPath, [join(server, 'import.ts'), delivery, '--label', 'Quay'], {
    env,
    stdio: 'ignore',
  });
  const [code] = (await once(command, 'exit')) as [number];
  if (code !== 0) throw new Error(`The import ended with code ${code}.`);
  return (performance.now() - begun) / 1000;
}
