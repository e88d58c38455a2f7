import type { DocumentPatch } from '@promenade/contract/delivery';
import type { StaffDocument } from '@promenade/contract/label';
import type { StaffMember } from '../access/staffQueries.ts';
import { copyLists } from '../catalogue/audienceQueries.ts';
import { mergeDocument } from '../catalogue/document/document.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { listMissingGrants } from '../catalogue/names/ownerQueries.ts';
import { requireEditedRelease, requireStaffRelease } from '../catalogue/staffReleases.ts';
import { findAnnouncement, upsertAnnouncement } from '../notify/announcementQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { changeDocument } from './staffDocument.ts';

const COPIED = ['recipients', 'promo', 'allow_sharing', 'commenting_enabled', 'stream_only'] as const;

/**
 * Gives a draft the audience, texts and terms of an earlier release of its label.
 * @param match the header `If-Match`
 */
export async function copyTemplate(
  context: Pick<AppContext, 'db' | 'now' | 'config'>,
  caller: StaffMember & { playerid: string },
  { releaseid, from }: { releaseid: string; from: string },
  match: string | undefined,
): Promise<StaffDocument> {
  const { db } = context;
  const now = context.now();
  const target = await requireEditedRelease(db, { caller, releaseid, now });
  if (target.state !== 'draft') throw new Refusal('RELEASE_PUBLISHED');
  const source = await requireStaffRelease(db, { caller, releaseid: from, now });
  if (source.labelId !== target.labelId) throw new Refusal('RELEASE_NOT_FOUND');
  const { delivered, edits } = await readDocument(db, source.id);
  const document = mergeDocument(delivered, edits);
  const packages = document.packages ?? [];
  const missing = target.labelId === null ? [] : await listMissingGrants(db, target.labelId, packages);
  const patch: DocumentPatch = {
    packages: packages.filter((name) => !missing.includes(name)),
    ...Object.fromEntries(COPIED.map((field) => [field, document[field] ?? null])),
  };
  const { subject, message } = await findAnnouncement(db, source.id);
  return changeDocument(context, caller, releaseid, patch, match, {
    alongside: async (db) => {
      await copyLists(db, source.id, target.id);
      if (subject || message) await upsertAnnouncement(db, target.id, { at: undefined, subject, message }, now);
    },
  });
}
