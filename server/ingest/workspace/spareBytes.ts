import { join } from 'node:path';
import type { AppContext } from '../../platform/context.ts';
import { getFreeBytes } from '../../platform/process/diskFull.ts';

interface SpaceContext {
  config: Pick<AppContext['config'], 'dataDir' | 'freeSpaceMinMegabytes'>;
}

/** What may be written to the disk of `DATA_DIR` and of the media. */
export async function getSpareBytes({ config }: SpaceContext): Promise<number> {
  const { dataDir, freeSpaceMinMegabytes } = config;
  return (await getFreeBytes([dataDir, join(dataDir, 'media')])) - freeSpaceMinMegabytes * 1024 ** 2;
}

/** An error like that of the system. */
export async function requireSpareBytes(context: SpaceContext, bytes: number): Promise<void> {
  if (bytes > (await getSpareBytes(context))) throw Object.assign(new Error('No space left'), { code: 'ENOSPC' });
}
