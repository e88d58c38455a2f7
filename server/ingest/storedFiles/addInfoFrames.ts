import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { listMp3sToCheck, setInfoFrame } from '../../catalogue/document/storedFileQueries.ts';
import { replaceMp3 } from '../../catalogue/publishTrackQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { inBatches } from '../../platform/database/page.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import type { FoundFile } from '../../platform/storage/storage.ts';
import { buildInfoFrame, parseMp3FrameHeader, readStatedSeconds } from '../decoders/mp3Frames.ts';
import { createImportStorage } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now'>;

const PAGE_SIZE = 1_000;
/** The next run continues. */
const ADDED_MAX = 1_000;
const HEAD_BYTES = 64;

/** Gives stored MP3s without an Info frame, which versions before stored as delivered, a file that begins with one. */
export async function addInfoFrames(context: Context): Promise<void> {
  let added = 0;
  for await (const keys of inBatches<string>((last = '') => listMp3sToCheck(context.db, last, PAGE_SIZE)))
    for (const key of keys) {
      if (added === ADDED_MAX) return;
      if (await addInfoFrame(context, key)) added += 1;
    }
}

/** Gives true when the file was replaced. One that is missing or damaged stays for a later run. */
async function addInfoFrame(context: Context, key: string): Promise<boolean> {
  const { db, storage } = context;
  const found = await storage.stat(key);
  const head = found && (await readHead(found));
  const frame = head && parseMp3FrameHeader(head, 0);
  if (!frame) return false;
  if (readStatedSeconds(head) !== undefined) {
    await setInfoFrame(db, key);
    return false;
  }
  const frames = Math.round((found.bytes * frame.sampleRate) / (frame.samples * 125 * frame.kbits));
  const infoFrame = buildInfoFrame(head, frames, found.bytes, undefined);
  async function* read() {
    yield infoFrame;
    yield* (await storage.read(key)) as AsyncIterable<Buffer>;
  }
  const hash = createHash('sha256');
  for await (const chunk of read()) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const file = `audio/${sha256}.mp3`;
  const { storage: noting, noteFiles } = createImportStorage(context, 'info-frames');
  const stored = await noting.put(file, Readable.from(read(), { objectMode: false }), sha256);
  // Players go on with the replaced file.
  await noteFiles([key]);
  await db.transaction().execute(async (db) => {
    await replaceMp3(db, key, { file, ...stored });
    await setInfoFrame(db, file);
  });
  return true;
}

async function readHead({ bytes, open }: FoundFile): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, bytes));
  const reader = open();
  try {
    await reader.fill(head, 0);
    return head;
  } finally {
    await reader.close();
  }
}

export const infoFramesJob = defineJob('info-frames', addInfoFrames, { schedule: '29 * * * *', ...alone(240) });
