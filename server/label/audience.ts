import type { setAudience as setAudienceRoute } from '@promenade/contract/audience';
import type { StaffDocument } from '@promenade/contract/label';
import type { RouteInput } from '@promenade/contract/route';
import type { StaffMember } from '../access/staffQueries.ts';
import {
  findAudience,
  findKnownAccounts,
  listAddressedAccounts,
  listMissingRecipients,
  listReleasesWithLists,
  listUnaddedAddresses,
  replaceAddresses,
  replaceLists,
} from '../catalogue/audienceQueries.ts';
import { mergeDocument } from '../catalogue/document/document.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { insertFormerRecipient } from '../catalogue/names/formerQueries.ts';
import { findPackages, listPackageNames } from '../catalogue/names/ownerQueries.ts';
import { addToAudience } from '../catalogue/queries.ts';
import { requireEditedRelease } from '../catalogue/staffReleases.ts';
import { deleteExclusion, insertExclusion, lockReleaseState, type NamedRelease } from '../catalogue/withdrawQueries.ts';
import { requireListIds } from '../lists/groups.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { applyExcludedLists, takeMailsBack } from './releaseState.ts';
import { changeDocument, requireGrants } from './staffDocument.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;
type Release = Pick<NamedRelease, 'id' | 'releaseid'>;

/**
 * Takes a release away from one account, whatever package, delivery or share gave it; or gives it back. False when that
 * changes nothing.
 * @param change `actor`: in the audit trail
 */
export async function setExclusion(
  db: Db,
  { id, releaseid }: Release,
  { accountid, playerid }: { accountid: number; playerid: string },
  isExcluded: boolean,
  { now, actor }: { now: Date; actor: string },
): Promise<boolean> {
  await lockReleaseState(db, id);
  if (isExcluded) {
    await insertFormerRecipient(db, accountid, id);
    await takeMailsBack(db, releaseid, accountid);
  }
  const isChanged = isExcluded
    ? await insertExclusion(db, id, accountid, now)
    : await deleteExclusion(db, id, accountid);
  if (!isChanged) return false;
  const action = isExcluded ? 'release.exclude' : 'release.include';
  const excluded = { account: playerid, excluded: isExcluded };
  const entry = { at: now, actor, action, subject: releaseid };
  await insertAudit(db, { ...entry, before: { ...excluded, excluded: !isExcluded }, after: excluded });
  if (isExcluded) await notifyChange(db, { type: 'taken', releaseid, accountid });
  else await notifyChange(db, { type: 'counts', accountids: [accountid] });
  return true;
}

/**
 * Decides who receives a release. Packages that it has already need no grant.
 * @param match the header `If-Match`
 */
export async function setAudience(
  context: Context,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  { packages, people, excluded, addresses, lists, excludedlists }: RouteInput<typeof setAudienceRoute>['body'],
  match: string | undefined,
): Promise<StaffDocument> {
  const { db } = context;
  const now = context.now();
  const { id, labelId, state } = await requireEditedRelease(db, { caller, releaseid, now });
  const { delivered, edits } = await readDocument(db, id);
  const document = mergeDocument(delivered, edits);
  const before = await findAudience(db, id, document);
  const found = await findPackages(db, packages);
  const unknown = found.find((named) => named.id === null);
  if (unknown) throw new Refusal('VALIDATION', { packages: `There is no package "${unknown.given}".` });
  const names = await listPackageNames(db, [...new Set(found.flatMap((named) => named.id ?? []))]);
  await requireGrants(db, caller, labelId, { before: document.packages, names });
  const had = [...before.people, ...before.excluded].map(({ playerid }) => playerid);
  const isNew = (playerid: string) => !had.includes(playerid);
  const accounts = new Map([
    ...(await findKnownAccounts(db, had, undefined)),
    ...(await findKnownAccounts(
      db,
      [...people, ...excluded].filter(isNew),
      (!caller.operator && labelId) || undefined,
    )),
  ]);
  const nobody = [...people, ...excluded].find((playerid) => !accounts.has(playerid));
  if (nobody) throw new Refusal('VALIDATION', { people: `Nobody whom the label may deliver to has the id ${nobody}.` });
  const wasExcluded = before.excluded.map(({ playerid }) => playerid);
  const changes = [
    ...excluded
      .filter((playerid) => !wasExcluded.includes(playerid))
      .map((playerid) => ({ playerid, isExcluded: true })),
    ...wasExcluded
      .filter((playerid) => !excluded.includes(playerid))
      .map((playerid) => ({ playerid, isExcluded: false })),
  ];
  const typed = [...new Set(addresses)];
  const change = { now, actor: caller.playerid };
  const listIds = { lists: await findLists(db, labelId, lists), excluded: await findLists(db, labelId, excludedlists) };
  const alongside = async (db: Db) => {
    for (const { playerid, isExcluded } of changes)
      await setExclusion(
        db,
        { id, releaseid },
        { playerid, accountid: accounts.get(playerid) ?? 0 },
        isExcluded,
        change,
      );
    if (listIds.lists) await replaceLists(db, id, listIds.lists, false);
    if (listIds.excluded) await replaceLists(db, id, listIds.excluded, true);
    if (listIds.lists ?? listIds.excluded) {
      if (state !== 'draft') await applyExcludedLists(db, { id, releaseid }, now);
      const current = await findAudience(db, id, document);
      const [old, changed] = [before, current].map((audience) => ({
        lists: audience.lists.map(({ name }) => name),
        excludedlists: audience.excludedlists.map(({ name }) => name),
      }));
      const entry = { at: now, actor: caller.playerid, action: 'release.lists', subject: releaseid };
      if (JSON.stringify(old) !== JSON.stringify(changed))
        await insertAudit(db, { ...entry, before: old, after: changed });
    }
    if (typed.toSorted().join(' ') === before.addresses.join(' ')) return;
    const count = await replaceAddresses(db, id, typed, now);
    await insertAudit(db, {
      at: now,
      actor: caller.playerid,
      action: 'release.addresses',
      subject: releaseid,
      // The addresses themselves are no part of the audit trail, which outlives accounts.
      before: { addresses: count },
      after: { addresses: typed.length },
    });
  };
  const patch = {
    packages: inOrderOf(document.packages ?? [], names),
    recipients: inOrderOf(document.recipients ?? [], [...new Set(people)]),
  };
  return changeDocument(context, caller, releaseid, patch, match, { alongside });
}

/** Internal ids of lists and groups of the owner. @throws LIST_NOT_FOUND */
async function findLists(db: Db, labelId: number | null, listids: string[] | undefined): Promise<number[] | undefined> {
  if (listids === undefined) return undefined;
  if (listids.length > 0 && labelId === null) throw new Refusal('LIST_NOT_FOUND');
  return requireListIds(db, labelId ?? 0, listids);
}

/** The order tells nothing, so that another one is no edit. */
const inOrderOf = (before: string[], after: string[]): string[] => [
  ...before.filter((name) => after.includes(name)),
  ...after.filter((name) => !before.includes(name)),
];

/**
 * Delivers releases to the accounts that have got one of their typed addresses, or are on one of their lists now, and takes
 * them from those who are on an excluded one. Runs as a job.
 */
export async function addAddressedAccounts({ db, now }: Context): Promise<void> {
  for (const { id, accountids } of await listUnaddedAddresses(db)) {
    await db.transaction().execute(async (db) => {
      await addToAudience(db, id, accountids);
      await notifyChange(db, { type: 'counts', accountids });
    });
  }
  for (const release of await listReleasesWithLists(db)) {
    await db.transaction().execute(async (db) => {
      await lockReleaseState(db, release.id);
      await applyExcludedLists(db, release, now());
      const accountids = await listMissingRecipients(db, release.id, await listAddressedAccounts(db, release.id));
      if (accountids.length === 0) return;
      await addToAudience(db, release.id, accountids);
      await notifyChange(db, { type: 'counts', accountids });
    });
  }
}

export const typedAddressesJob = defineJob('typed-addresses', addAddressedAccounts, {
  schedule: '*/5 * * * *',
  ...alone(15),
});
