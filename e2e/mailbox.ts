import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { inject, vi } from 'vitest';

export interface Mail {
  subject: string;
  text: string;
  /** Returns the first link to this page of the web app, such as `resetpwd` or `authverify`; empty when there is none. */
  link(page: string): string;
}

interface MailFilter {
  subject?: RegExp;
  /** Substring of the text part. */
  text?: string;
}

/** Waits until the outbox has a matching mail to this address; returns the newest one. */
export async function waitForMail(address: string, filter: MailFilter, timeoutMs = 15_000): Promise<Mail> {
  const findNewest = async () => (await findMails(address, filter))[0];
  const mail = await vi.waitUntil(findNewest, { timeout: timeoutMs, interval: 100 });
  const text = mail.text ?? '';
  return {
    subject: mail.subject ?? '',
    text,
    link: (page) => text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(`/${page}/`)) ?? '',
  };
}

/** Newest first. Sorts by the modification time of the file, because a Date header has whole seconds only. */
async function findMails(address: string, filter: MailFilter) {
  const folder = join(inject('dataDir'), 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (name) => ({
      mail: await PostalMime.parse(await readFile(join(folder, name))),
      modifiedMs: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  return mails
    .filter(
      ({ mail: { to, subject = '', text = '' } }) =>
        to?.some((recipient) => recipient.address === address) &&
        (filter.subject ?? /./).test(subject) &&
        text.includes(filter.text ?? ''),
    )
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
    .map(({ mail }) => mail);
}
