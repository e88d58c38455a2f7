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

/** Which mail is meant: by its subject, or by words of its text. */
interface Sought {
  subject?: RegExp;
  words?: string;
}

/** The newest mail to an address whose subject is like this; waits until it is handed over. */
export const mailTo = (address: string, subject: RegExp): Promise<Mail> => findMail(address, { subject });

/** The newest such mail to an address; waits until it is handed over. */
export async function findMail(address: string, sought: Sought, withinMs = 15_000): Promise<Mail> {
  const found = await vi.waitUntil(async () => (await mails(address, sought))[0], { timeout: withinMs, interval: 100 });
  const text = found.text ?? '';
  return {
    subject: found.subject ?? '',
    text,
    link: (page) => text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(`/${page}/`)) ?? '',
  };
}

/** Newest first, by the time of their files: the Date of a mail knows whole seconds only. */
async function mails(address: string, { subject = /./, words = '' }: Sought) {
  const folder = join(inject('dataDir'), 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const all = await Promise.all(
    files.map(async (name) => ({
      mail: await PostalMime.parse(await readFile(join(folder, name))),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  return all
    .filter(
      ({ mail: { to, subject: said = '', text = '' } }) =>
        to?.some((one) => one.address === address) && subject.test(said) && text.includes(words),
    )
    .sort((one, other) => other.at - one.at)
    .map(({ mail }) => mail);
}
