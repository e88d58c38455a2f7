import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wavHead } from '../../demo/wav.ts';
import type { DraftRendition, DraftTrack } from '../catalogue/releaseDraft.ts';
import type { MadeRelease } from './releases.ts';
import type { SignedIn, TestServer } from './testServer.ts';

const MP3_BYTES = 2_000_000;
const PCM_BYTES = 3_528_000;

/** A track for `songs` of a release, and what its files hold. */
export interface Song {
  track: Partial<DraftTrack>;
  mp3: Buffer;
  wav: Buffer;
  /** The samples of the WAV alone. */
  pcm: Buffer;
}

/** Sound of its own in both formats, as large as that of a short song, in storage. */
export async function makeSong(server: TestServer, said: Partial<DraftTrack> = {}): Promise<Song> {
  const mp3 = randomBytes(MP3_BYTES);
  const pcm = randomBytes(PCM_BYTES);
  const head = wavHead(pcm.length, {});
  const wav = Buffer.concat([head, pcm]);
  const renditions = [
    {
      ...(await keep(server, 'mp3', mp3)),
      media_type: 'audio/mpeg',
      data_offset: 0,
      data_bytes: mp3.length,
      bits: null,
    },
    { ...(await keep(server, 'wav', wav)), media_type: 'audio/wav', data_offset: head.length, data_bytes: pcm.length },
  ];
  return { track: { ...said, renditions }, mp3, wav, pcm };
}

async function keep({ storage }: TestServer, kind: 'mp3' | 'wav', bytes: Buffer) {
  const file = `audio/${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
  const facts = { kind, file, ...(await storage.put(file, bytes)), source: null };
  return { ...facts, sample_rate: 44_100, channels: 2, bits: 16 } satisfies Partial<DraftRendition>;
}

/** A playlist of whole releases, one after the other; its public id. */
export async function playlistOf(
  { db, now }: TestServer,
  { accountid }: SignedIn,
  { name, releases }: { name: string; releases: MadeRelease[] },
): Promise<string> {
  const trackids = releases.flatMap((release) => release.trackids);
  const rows = await db.selectFrom('tracks').select(['id', 'trackid']).where('trackid', 'in', trackids).execute();
  const tracks = trackids.map((trackid) => rows.find((row) => row.trackid === trackid)?.id ?? 0);
  const made = db.insertInto('playlists').values({ account_id: accountid, name, created_at: now(), tracks });
  return (await made.returning('playlistid').executeTakeFirstOrThrow()).playlistid;
}

const run = promisify(execFile);
/** What others read zips with; without it the tests that ask it do not run. */
export const hasUnzip = await run('unzip', ['-v']).then(
  () => true,
  () => false,
);

/** A zip as another program reads it; throws what that says against it. */
export async function unzip(bytes: Buffer): Promise<{ names: string[]; files: Buffer[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'unzip-'));
  try {
    const path = join(folder, 'it.zip');
    await writeFile(path, bytes);
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    await run('unzip', ['-qt', path], { env });
    const { stdout } = await run('unzip', ['-Z1', path], { env });
    const names = stdout.trim().split('\n');
    await run('unzip', ['-q', path, '-d', join(folder, 'out')], { env });
    return { names, files: await Promise.all(names.map((name) => readFile(join(folder, 'out', name)))) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
