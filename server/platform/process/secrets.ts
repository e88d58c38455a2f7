import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Keys of this installation: 256 bits for each purpose, none says anything about another. */
export interface Secrets {
  key(purpose: string): Uint8Array;
}

const BYTES = 32;

/**
 * Opens the installation's secret: APP_SECRET, else a file of the data folder that the first start makes.
 * @throws one sentence when that file is not what was written
 */
export async function openSecrets({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<Secrets> {
  return makeSecrets(appSecret ?? (await secretFile(dataDir)));
}

/** Derives keys from a secret of full strength. */
export function makeSecrets(secret: string): Secrets {
  const keys = new Map<string, Uint8Array>();
  return {
    key(purpose) {
      const key = keys.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, '', `promenade ${purpose}`, BYTES));
      keys.set(purpose, key);
      return key;
    },
  };
}

async function secretFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  const made = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(made, randomBytes(BYTES).toString('base64url'), { mode: 0o600, flush: true });
  // Whoever comes first gives the name; the others read what it wrote.
  await link(made, file).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EEXIST') throw reason;
  });
  await rm(made);
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.from(secret, 'base64url').length !== BYTES) {
    throw new Error(`The file ${file} is damaged: restore it, or remove it, which signs everybody out.`);
  }
  await chmod(file, 0o600);
  return secret;
}
