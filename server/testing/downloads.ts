import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { audioToken } from '@promenade/contract/media';
import { createWavHeader } from '../../demo/wav.ts';
import type { DraftRendition, DraftTrack } from '../catalogue/document/releaseDraft.ts';
import { parseXml, type XmlElement } from '../ingest/ern/xml.ts';
import { encodeFlacs } from '../ingest/storedFiles/encodeFlacs.ts';
import type { TestRelease } from './releases.ts';
import type { SignedIn, TestServer } from './testServer.ts';

const MP3_BYTES = 2_000_000;
const PCM_BYTES = 3_528_000;

export interface Song {
  /** For `songs` of a release. */
  track: Partial<DraftTrack>;
  mp3: Buffer;
  wav: Buffer;
  /** The samples of the WAV. */
  pcm: Buffer;
}

/** Stores random audio of the size of a short song in both formats. */
export async function createSong(server: TestServer, facts: Partial<DraftTrack> = {}): Promise<Song> {
  const mp3 = randomBytes(MP3_BYTES);
  const pcm = randomBytes(PCM_BYTES);
  const head = createWavHeader(pcm.length, {});
  const wav = Buffer.concat([head, pcm]);
  const renditions = [
    {
      ...(await storeRendition(server, 'mp3', mp3)),
      media_type: 'audio/mpeg',
      data_offset: 0,
      data_bytes: mp3.length,
      bits: null,
    },
    {
      ...(await storeRendition(server, 'wav', wav)),
      media_type: 'audio/wav',
      data_offset: head.length,
      data_bytes: pcm.length,
    },
  ];
  return { track: { ...facts, renditions }, mp3, wav, pcm };
}

const LONG_BYTES = 64_000_000;

/** Stores an MP3 that is longer than what the buffers between server and client hold, with silence. */
export async function createLongSong(server: TestServer): Promise<Pick<Song, 'track'>> {
  const mp3 = Buffer.alloc(LONG_BYTES);
  const stored = await storeRendition(server, 'mp3', mp3);
  const rendition = { ...stored, media_type: 'audio/mpeg', data_offset: 0, data_bytes: mp3.length, bits: null };
  return { track: { renditions: [rendition] } };
}

async function storeRendition({ storage }: TestServer, kind: 'mp3' | 'wav', bytes: Buffer) {
  const file = `audio/${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
  const stored = { kind, file, ...(await storage.put(file, bytes)), source: null };
  return { ...stored, sample_rate: 44_100, channels: 2, bits: 16 } satisfies Partial<DraftRendition>;
}

/** Creates a playlist with all tracks of the releases; returns its `playlistid`. */
export async function insertPlaylist(
  { db, now }: TestServer,
  { accountid }: SignedIn,
  { name, releases }: { name: string; releases: TestRelease[] },
): Promise<string> {
  const trackids = releases.flatMap((release) => release.trackids);
  const rows = await db.selectFrom('tracks').select(['id', 'trackid']).where('trackid', 'in', trackids).execute();
  const tracks = trackids.map((trackid) => rows.find((row) => row.trackid === trackid)?.id ?? 0);
  const insert = db.insertInto('playlists').values({ account_id: accountid, name, created_at: now(), tracks });
  return (await insert.returning('playlistid').executeTakeFirstOrThrow()).playlistid;
}

const run = promisify(execFile);
/** Whether `unzip` is installed; tests that need it are skipped otherwise. */
export const hasUnzip = await run('unzip', ['-v']).then(
  () => true,
  () => false,
);

/** Unpacks a zip with `unzip`. @throws with its output when the zip is damaged */
export async function unzip(bytes: Buffer): Promise<{ names: string[]; files: Buffer[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'unzip-'));
  try {
    const path = join(folder, 'archive.zip');
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

/** Makes the FLACs of all songs, as the job does. */
export const makeFlacs = (server: TestServer): Promise<void> => encodeFlacs(server);

/** The root of an XML document, and its elements by name. @throws when it is not valid */
export function readXml(text: string): { root: XmlElement; all: (name: string) => XmlElement[] } {
  const root = parseXml(Buffer.from(text));
  const elements = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(elements)];
  return { root, all: (name) => elements(root).filter((element) => element.name === name) };
}

/** The chunks of a WAV file by id, in order; the names of markers as `adtl`. */
export function parseWavChunks(wav: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let offset = 12; offset + 8 <= wav.length; ) {
    const bytes = wav.readUInt32LE(offset + 4);
    const id = wav.toString('latin1', offset, offset + 4);
    const isNames = id === 'LIST' && wav.toString('latin1', offset + 8, offset + 12) === 'adtl';
    chunks.set(isNames ? 'adtl' : id, wav.subarray(offset + 8, offset + 8 + bytes));
    offset += 8 + bytes + (bytes % 2);
  }
  return chunks;
}

export async function fetchFile(url: string, token: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The downloads of a track by a session, and the ids of takings in a file. */
export function createTakingClient(server: Pick<TestServer, 'url'>, trackid: string, player: SignedIn) {
  return {
    createToken: async ({ call }: Pick<SignedIn, 'call'>) =>
      (await call(audioToken, { params: { id: trackid }, query: { purpose: 'download' } })).body.data.token,
    download: (
      format: 'mp3' | 'wav',
      token: string,
      headers: Record<string, string> = {},
      by: Pick<SignedIn, 'cookie'> = player,
    ) =>
      fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}&token=${token}`, '', {
        cookie: by.cookie,
        ...headers,
      }),
    listIds: (file: Buffer) => [...file.toString('latin1').matchAll(/promenade:[\w-]{43}/g)].map(([text]) => text),
  };
}
