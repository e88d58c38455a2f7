import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { linkPath, makeLink } from './links.ts';

interface LinkMail {
  kind: 'sign-in' | 'reset' | 'welcome' | 'merge' | 'split';
  /** What the link is about: of merge and split the address that comes or goes. */
  email: string;
  accountid: number;
  /** Who gets the mail, unless it is `email`. */
  to?: string;
  /** Of a sign-in link. */
  publicdevice?: boolean;
  language: string;
  /** Fill the words of the mail, beside `email`. */
  values?: Record<string, string>;
}

/** Makes a link and promises the mail with it; in one transaction, which the caller opens. */
export async function mailLink(
  { secrets, jobs, address }: Pick<AppContext, 'secrets' | 'jobs' | 'address'>,
  db: Db,
  { kind, email, accountid, to = email, publicdevice = false, language, values }: LinkMail,
  now: Date,
): Promise<void> {
  const token = await makeLink(db, secrets, { kind, email, accountid, publicdevice }, now);
  const url = `${address.url}${linkPath(kind, token)}`;
  await queueMail({ db, jobs }, { kind, to, language, values: { email, ...values }, url }, now);
}
