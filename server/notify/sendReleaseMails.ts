import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { type LocalMorning, localMorning } from './localMorning.ts';
import { beginMornings, findReaders, listPerRelease, listTimeZones, takeMornings } from './readerQueries.ts';
import { releaseMail } from './releaseMail.ts';
import { findTold, listUntold, putRounds, putTold, type Round } from './releaseQueries.ts';

type Telling = Pick<AppContext, 'db' | 'jobs' | 'secrets' | 'storage' | 'address' | 'now'>;

/** What came longer ago is no news, whoever was away meanwhile: two Mondays and what lies between. */
const NEWS_MS = 14 * 24 * 3600_000;
/** Accounts of one transaction: all of their mails are promised, or none. */
const AT_ONCE = 50;

/** Mails new releases to those who want to know at once, and to those whose morning it is. */
export async function tellReleases(context: Telling): Promise<void> {
  const now = context.now();
  await tellAtOnce(context, now);
  await tellInTheMorning(context, now);
}

/** Each release makes one round; a round that was cut short is made again, and nobody is told twice. */
async function tellAtOnce(context: Telling, now: Date): Promise<void> {
  const releaseids = await listUntold(context.db, new Date(now.getTime() - NEWS_MS), now);
  if (releaseids.length === 0) return;
  let accountids = await listPerRelease(context.db, 0, AT_ONCE);
  while (accountids.length > 0) {
    const chosen = accountids;
    await context.db.transaction().execute((db) => tell(context, db, { accountids: chosen, releaseids }, now));
    accountids = await listPerRelease(context.db, accountids.at(-1) ?? 0, AT_ONCE);
  }
  await putRounds(context.db, releaseids, now);
}

/** Also who wants a mail per release: of what their round did not find, such as a release that left their archive. */
async function tellInTheMorning(context: Telling, now: Date): Promise<void> {
  const mornings = (await listTimeZones(context.db)).map((timezone) => localMorning(timezone, now));
  await beginMornings(context.db, mornings);
  const up = mornings.filter(({ isUp }) => isUp);
  while (await wakeSome(context, up, now));
}

/** False when nobody was left. */
function wakeSome(context: Telling, mornings: LocalMorning[], now: Date): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    const awake = await takeMornings(db, mornings, AT_ONCE);
    const accountids = awake.filter(({ isDue }) => isDue).map(({ accountid }) => accountid);
    if (accountids.length > 0) await tell(context, db, { accountids, releaseids: undefined }, now);
    return awake.length > 0;
  });
}

async function tell(
  context: Telling,
  db: Db,
  round: Pick<Round, 'accountids' | 'releaseids'>,
  now: Date,
): Promise<void> {
  const told = await putTold(db, { ...round, from: new Date(now.getTime() - NEWS_MS), to: now });
  if (told.length === 0) return;
  const byAccount = Map.groupBy(told, ({ accountid }) => accountid);
  const releases = await findTold(db, [...new Set(told.map(({ releaseid }) => releaseid))]);
  for (const reader of await findReaders(db, [...byAccount.keys()])) {
    const ids = new Set(byAccount.get(reader.accountid)?.map(({ releaseid }) => releaseid));
    const own = releases.filter(({ id }) => ids.has(id));
    await queueMail({ db, jobs: context.jobs }, await releaseMail(context, reader, own, now), now);
  }
}
