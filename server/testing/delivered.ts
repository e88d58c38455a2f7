import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { importFolders } from '../ingest/importFolders.ts';
import type { ImportSettings } from '../ingest/importing.ts';
import { layOut } from './deliveries.ts';
import type { TestServer } from './testServer.ts';

/** Brings real, tiny files into the catalogue of a running server, by the importer. */
export function deliveriesTo(server: TestServer) {
  const folder = join(server.config.dataDir, 'deliveries');
  let count = 0;

  /** Imports a folder that is one release; gives the ids of its tracks in their order. */
  async function bring(root: string, settings: ImportSettings = {}): Promise<string[]> {
    const { releases, failed } = await importFolders(server, [root], { embedded: true, ...settings });
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    const rows = await server.db
      .selectFrom('tracks')
      .innerJoin('releases', 'releases.id', 'tracks.release_id')
      .where('releaseid', '=', releases[0]?.releaseid ?? '')
      .select('trackid')
      .orderBy('ordinal')
      .execute();
    return rows.map(({ trackid }) => trackid);
  }

  /** Copies fixtures by their names in the delivery, and imports them. */
  async function deliver(
    files: Parameters<typeof layOut>[1],
    sidecar: Delivery = {},
    settings: ImportSettings = {},
  ): Promise<string[]> {
    const name = String(count++);
    return bring(await layOut(join(folder, name), files, { id: name, ...sidecar }), settings);
  }

  return { bring, deliver };
}

/** Chunks of a WAV file by their names, in their order. */
export function chunksOf(wav: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= wav.length; ) {
    const bytes = wav.readUInt32LE(at + 4);
    found.set(wav.toString('latin1', at, at + 4), wav.subarray(at + 8, at + 8 + bytes));
    at += 8 + bytes + (bytes % 2);
  }
  return found;
}

/** Asks for a file as it is taken home. */
export async function fetchFile(url: string, token: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
