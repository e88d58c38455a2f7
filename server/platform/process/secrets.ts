import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Independent 256-bit keys of this installation, one per purpose. */
export interface Secrets {
  getKey(purpose: string): Uint8Array;
}

const KEY_BYTES = 32;

/** Uses APP_SECRET, or a file in the data folder that the first start creates. @throws one sentence when the file is damaged */
export async function openSecrets({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<Secrets> {
  return createSecrets(appSecret ?? (await readSecretFile(dataDir)));
}

/** Derives the keys by HKDF (RFC 5869) from a secret with full entropy. */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Uint8Array>();
  return {
    getKey(purpose) {
      const key =
        keys.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, '', `promenade ${purpose}`, KEY_BYTES));
      keys.set(purpose, key);
      return key;
    },
  };
}

async function readSecretFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  // Linking fails when the file exists: of several processes that start at once, the first one decides.
  await link(draft, file).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EEXIST') throw reason;
  });
  await rm(draft);
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.from(secret, 'base64url').length !== KEY_BYTES) {
    throw new Error(`The file ${file} is damaged: restore it, or remove it, which signs everybody out.`);
  }
  await chmod(file, 0o600);
  return secret;
}
