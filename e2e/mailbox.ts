import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { inject, vi } from 'vitest';

/** A mail of the outbox as its reader gets it. */
export interface Mail {
  subject: string;
  text: string;
  /** The first link of it to this page of the player (`resetpwd`, `authverify` …). */
  link(page: string): string;
}

/** The newest mail to an address whose subject is like this; waits until it is handed over. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  const found = await vi.waitUntil(() => newest(address, subject), { timeout: 15_000, interval: 100 });
  const text = found.text ?? '';
  return {
    subject: found.subject ?? '',
    text,
    link: (page) => text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(`/${page}/`)) ?? '',
  };
}

/** By the time of its file: the Date of a mail knows whole seconds only. */
async function newest(address: string, subject: RegExp) {
  const folder = join(inject('dataDir'), 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (name) => ({
      mail: await PostalMime.parse(await readFile(join(folder, name))),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  return mails
    .filter(({ mail: { to, subject: said = '' } }) => to?.some((one) => one.address === address) && subject.test(said))
    .sort((one, other) => other.at - one.at)[0]?.mail;
}
