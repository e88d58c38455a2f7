import { listExclusionChanges } from '../catalogue/audienceQueries.ts';
import { editRelease } from '../catalogue/document/editRelease.ts';
import { listReplacedKeys, noteStoredFiles } from '../catalogue/document/storedFileQueries.ts';
import { insertFormerRecipient } from '../catalogue/names/formerQueries.ts';
import { deleteRelease, setAvailable } from '../catalogue/publishQueries.ts';
import { guardState } from '../catalogue/releaseLife.ts';
import {
  changeListExclusions,
  clearWithdrawn,
  lockReleaseState,
  type NamedRelease,
  setWithdrawn,
} from '../catalogue/withdrawQueries.ts';
import { restoreWaitingShares } from '../network/shareMailQueries.ts';
import { type MailChoice, upsertAnnouncement } from '../notify/announcementQueries.ts';
import { deleteReleaseMails } from '../notify/releaseQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { deleteUnsentMailsAbout } from '../platform/mail/mail.ts';

type Context = Pick<AppContext, 'db' | 'now'>;
type Release = Pick<NamedRelease, 'id' | 'releaseid'>;

/**
 * Withdraws a release from everyone on every node, with its unsent mails, or takes that back. A draft, and a release in
 * that state, stay as they are.
 * @param actor in the audit trail
 * @returns the state before
 * @throws StateRefusal
 */
export function changeState(
  { db, now }: Context,
  { id, releaseid }: Release,
  state: 'available' | 'withdrawn',
  actor: string,
  confirmed: boolean,
): Promise<NamedRelease['state']> {
  return db.transaction().execute(async (db) => {
    const { state: before } = await lockReleaseState(db, id);
    if (before === state || before === 'draft') return before;
    await guardState(db, id, { now: now(), confirmed }, () =>
      state === 'withdrawn' ? setWithdrawn(db, id, now()) : clearWithdrawn(db, id),
    );
    if (state === 'withdrawn') await takeMailsBack(db, releaseid);
    const action = state === 'withdrawn' ? 'release.withdraw' : 'release.restore';
    await insertAudit(db, {
      at: now(),
      actor,
      action,
      subject: releaseid,
      before: { state: before },
      after: { state },
    });
    await notifyChange(db, { type: 'release', releaseid });
    return before;
  });
}

/** Deletes unsent mails about a release; other releases of these mails are mailed again. */
export async function takeMailsBack(db: Db, releaseid: string, accountid?: number): Promise<void> {
  const mails = await deleteUnsentMailsAbout(db, releaseid, accountid);
  await restoreWaitingShares(db, mails);
  await deleteReleaseMails(db, mails);
}

/** Takes a release away from the accounts of its excluded lists, and gives it back to those who are on none any more. */
export async function applyExcludedLists(db: Db, { id, releaseid }: Release, now: Date): Promise<void> {
  const { added, gone } = await listExclusionChanges(db, id);
  if (added.length + gone.length === 0) return;
  for (const accountid of added) {
    await insertFormerRecipient(db, accountid, id);
    await takeMailsBack(db, releaseid, accountid);
    await notifyChange(db, { type: 'taken', releaseid, accountid });
  }
  await changeListExclusions(db, id, { added, gone }, now);
  if (gone.length > 0) await notifyChange(db, { type: 'counts', accountids: gone });
}

export interface Publication {
  available: Date;
  /** The version of the document that is published; undefined: any. */
  expected?: number;
  /** Null: nobody is mailed. */
  mail: MailChoice | null;
  confirmed: boolean;
}

/**
 * Publishes a draft, now or at an instant. Its mails wait at least five minutes.
 * @param actor in the audit trail
 */
export async function publishDraft(
  context: Context,
  { id, releaseid }: Release,
  { available, mail, ...options }: Publication,
  actor: string,
): Promise<void> {
  const now = context.now();
  await editRelease(context, id, { available: available.toISOString() }, actor, {
    ...options,
    alongside: async (db) => {
      const { state } = await lockReleaseState(db, id);
      if (state !== 'draft') throw new Refusal('RELEASE_PUBLISHED');
      await setAvailable(db, id, now);
      await applyExcludedLists(db, { id, releaseid }, now);
      await upsertAnnouncement(db, id, mail, now);
      await insertAudit(db, {
        at: now,
        actor,
        action: 'release.publish',
        subject: releaseid,
        before: { state },
        after: { state: 'available', available },
      });
    },
  });
}

export function deleteDraft({ db, now }: Context, { id, releaseid }: Release, actor: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    const { state } = await lockReleaseState(db, id);
    if (state !== 'draft') throw new Refusal('RELEASE_PUBLISHED');
    await noteStoredFiles(db, await listReplacedKeys(db, id, []), now());
    await notifyChange(db, { type: 'release', releaseid });
    await deleteRelease(db, id);
    await insertAudit(db, { at: now(), actor, action: 'release.delete', subject: releaseid, before: { state } });
  });
}
