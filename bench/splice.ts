import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from '../server/platform/http/parts.ts';
import { createDiskStorage, type Storage } from '../server/platform/storage/storage.ts';
import { startPartsServer } from '../server/testing/partsServer.ts';
import { endStep, startStep } from './steps.ts';

// What a copy of marked sound costs beside a plain file of its size: processor seconds per GB that this process uses, and
// bytes read for each byte sent, to a client in a process of its own. Both are sent in turns; the least of all rounds counts.

const ROUNDS = 9;
const BYTES = 60_000_000;
/** Segments of 0.26 s: of an MP3 of 320 kbit/s, and of a WAV of 16 bits at 44.1 kHz. */
const kinds = { mp3: 10_449, wav: 46_080 };

const folder = await mkdtemp(join(tmpdir(), 'promenade-splice-'));
const disk = createDiskStorage(folder);
let readBytes = 0;
const storage: Storage = {
  ...disk,
  stat: async (key) => {
    const found = await disk.stat(key);
    if (!found) return undefined;
    const open = () => {
      const reader = found.open();
      const fill = (buffer: Buffer, position: number) => {
        readBytes += buffer.length;
        return reader.fill(buffer, position);
      };
      return { ...reader, fill };
    };
    return { ...found, open };
  },
};

const parts: Record<string, Part[]> = { plain: [{ key: 'plain', start: 0, bytes: BYTES }] };
await disk.put('plain', Buffer.alloc(BYTES, 1));
await disk.put('pair', Buffer.alloc(2 * BYTES, 1));
for (const [kind, segment] of Object.entries(kinds)) {
  const ends = Uint32Array.from({ length: Math.ceil(BYTES / segment) }, (_, at) => Math.min(BYTES, (at + 1) * segment));
  const word = Uint8Array.from(ends, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 31) & 1);
  parts[kind] = [{ key: 'pair', start: 0, bytes: BYTES, spliced: { pair: { headBytes: 0, ends }, word } }];
}

const server = await startPartsServer((name) => ({ storage, parts: parts[name] ?? [] }));

const measure = async (name: string) => {
  readBytes = 0;
  const before = process.cpuUsage();
  const client = spawn('curl', ['-sf', '-o', '/dev/null', `${server.address}/${name}`]);
  const [code] = (await once(client, 'close')) as [number];
  if (code !== 0) throw new Error(`curl ended with ${code}.`);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6 / (BYTES / 1e9), read: readBytes / BYTES };
};

const least = new Map<string, { seconds: number; read: number }>();
for (let round = -1; round < ROUNDS; round++) {
  startStep(`Round ${round + 1} of ${ROUNDS}`);
  for (const name of Object.keys(parts)) {
    const one = await measure(name);
    // The first round warms up.
    if (round >= 0 && one.seconds < (least.get(name)?.seconds ?? Number.POSITIVE_INFINITY)) least.set(name, one);
  }
}
endStep();
const plain = least.get('plain')?.seconds ?? 0;
for (const [name, { seconds, read }] of least)
  console.log(
    `${name.padEnd(6)} ${seconds.toFixed(2)} s per GB, ${(seconds / plain).toFixed(2)} × plain, ${read.toFixed(2)} bytes read per byte sent`,
  );
await server.close();
await rm(folder, { recursive: true, force: true });
