import { COMMAND, requireAccount } from '../accounts/account.ts';
import { guardState } from '../catalogue/releaseLife.ts';
import {
  countDeliveredAndExcluded,
  listDeliveredTo,
  listExcludedAt,
  listNamedReleases,
  lockReleaseState,
  type NamedRelease,
  setEnd,
} from '../catalogue/withdrawQueries.ts';
import { setExclusion } from '../label/audience.ts';
import { changeState } from '../label/releaseState.ts';
import { findLastAudit, insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { ExplainedRefusal } from '../platform/http/refusal.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

/**
 * Nobody can see, stream or download the release any more, on every node at once, and no waiting mail announces it.
 * @param name a releaseid, a UPC, or a title that only one release has
 * @throws one sentence when it is unknown, ambiguous or withdrawn already; StateRefusal
 */
export const withdrawRelease = (context: Context, name: string, confirmed: boolean): Promise<NamedRelease> =>
  setState(context, name, 'withdrawn', confirmed);

/** Takes a withdrawal back. @throws one sentence when it is unknown, ambiguous or not withdrawn; StateRefusal */
export const restoreRelease = (context: Context, name: string, confirmed: boolean): Promise<NamedRelease> =>
  setState(context, name, 'available', confirmed);

async function setState(
  context: Context,
  name: string,
  state: 'available' | 'withdrawn',
  confirmed: boolean,
): Promise<NamedRelease> {
  const release = await requireRelease(context.db, name);
  const before = await changeState(context, release, state, 'command', confirmed);
  if (before === state || before === 'draft') throw new Error(`"${release.title}" is ${before}: nothing was changed.`);
  return release;
}

/**
 * The release ends then for everyone; null: it goes on.
 * @throws one sentence when it is unknown or ambiguous, or the end is in the past; StateRefusal
 */
export async function setReleaseEnd(
  { db, now: clock }: Context,
  name: string,
  endsAt: Date | null,
  confirmed: boolean,
): Promise<Pick<NamedRelease, 'releaseid' | 'title' | 'ends_at'>> {
  const now = clock();
  const release = await requireRelease(db, name);
  const { id, releaseid, title } = release;
  if (endsAt && endsAt <= now)
    throw new Error('This end is in the past: choose a later one, or withdraw the release. Nothing was changed.');
  await db.transaction().execute(async (db) => {
    const { ends_at } = await lockReleaseState(db, id);
    await guardState(db, id, { now, confirmed }, () => setEnd(db, id, endsAt, now));
    const entry = { at: now, actor: 'command', action: 'release.end', subject: releaseid };
    await insertAudit(db, { ...entry, before: { ends_at }, after: { ends_at: endsAt } });
  });
  return { releaseid, title, ends_at: endsAt };
}

/**
 * Takes a release away from one account, whatever package, delivery or share gave it; or gives it back.
 * @throws one sentence when one of them is unknown, or nothing would change
 */
export async function setExcluded(
  { db, now: clock }: Context,
  releaseName: string,
  accountName: string,
  isExcluded: boolean,
): Promise<NamedRelease> {
  const release = await requireRelease(db, releaseName);
  await db.transaction().execute(async (db) => {
    const account = await requireAccount(db, accountName);
    const isChanged = await setExclusion(db, release, account, isExcluded, { now: clock(), actor: 'command' });
    if (!isChanged)
      throw new Error(
        `${accountName} is ${isExcluded ? 'already' : 'not'} excluded from "${release.title}": nothing was changed.`,
      );
  });
  return release;
}

/**
 * Takes every release away from one account, or gives back what this took the last time. Returns the number of releases.
 */
export async function setExcludedEverywhere(
  { db, now: clock }: Context,
  accountName: string,
  isExcluded: boolean,
  actor = COMMAND,
): Promise<number> {
  const now = clock();
  return inTransaction(db, async (db) => {
    const account = await requireAccount(db, accountName);
    const { accountid, playerid } = account;
    const releases = isExcluded ? await listDeliveredTo(db, accountid) : await listTaken(db, account);
    if (releases.length === 0)
      throw new ExplainedRefusal(
        'NOTHING_CHANGED',
        `${accountName} ${isExcluded ? 'has no release' : 'was not excluded from every release'}: nothing was changed.`,
      );
    for (const release of releases) await setExclusion(db, release, account, isExcluded, { now, actor });
    const action = isExcluded ? EXCLUDED : 'account.include';
    await insertAudit(db, { at: now, actor, action, subject: playerid, after: { releases: releases.length } });
    return releases.length;
  });
}

const EXCLUDED = 'account.exclude';

async function listTaken(db: Db, { accountid, playerid }: { accountid: number; playerid: string }) {
  const at = await findLastAudit(db, EXCLUDED, playerid);
  return at ? listExcludedAt(db, accountid, at) : [];
}

/** How many releases `setExcludedEverywhere` would take from an account, or give back. */
export async function countExcludable(db: Db, account: { accountid: number; playerid: string }) {
  const at = await findLastAudit(db, EXCLUDED, account.playerid);
  const { delivered, excluded } = await countDeliveredAndExcluded(db, account.accountid, at);
  return { releases: delivered, takenreleases: excluded };
}

/** @throws one sentence when it is unknown or ambiguous */
export async function requireRelease(db: Db, name: string): Promise<NamedRelease> {
  const found = await listNamedReleases(db, name);
  const [release, other] = found;
  if (!release) throw new Error(`No release has the releaseid, UPC or title "${name}".`);
  if (other && release.releaseid !== name.toLowerCase())
    throw new Error(
      `Several releases are called "${name}": name one by its releaseid, ${found.map(({ releaseid }) => releaseid).join(' or ')}.`,
    );
  return release;
}
