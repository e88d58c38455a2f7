import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import {
  checks as checkLevels,
  type publishDraft as publishRoute,
  type StaffDocument,
} from '@promenade/contract/label';
import type { RouteInput } from '@promenade/contract/route';
import type { StaffMember } from '../access/staffQueries.ts';
import { findAudience } from '../catalogue/audienceQueries.ts';
import { mergeDocument } from '../catalogue/document/document.ts';
import { getStoredDraft } from '../catalogue/document/documentQueries.ts';
import { EditConflict, EditRefusal, editRelease } from '../catalogue/document/editRelease.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { coverPath } from '../catalogue/fragment.ts';
import { listProposed } from '../catalogue/names/nameQueries.ts';
import { listMissingGrants } from '../catalogue/names/ownerQueries.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import { findPendingMark, findSimilar } from '../catalogue/staffReleaseQueries.ts';
import { requireEditedRelease, requireStaffRelease } from '../catalogue/staffReleases.ts';
import { findAnnouncement } from '../notify/announcementQueries.ts';
import { countMails } from '../notify/releaseQueries.ts';
import { listAuditOf } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { parseIfMatch } from '../platform/http/conditions.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Config } from '../platform/process/config.ts';
import { checkDocument, describeError } from './checks.ts';
import { changeState, publishDraft } from './releaseState.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;

export async function readStaffDocument(
  { db, now, config }: Context,
  caller: StaffMember,
  releaseid: string,
): Promise<StaffDocument> {
  const { id, role, labelid, ...release } = await requireStaffRelease(db, { caller, releaseid, now: now() });
  const [{ delivered, edits, version }, draft] = [await readDocument(db, id), await getStoredDraft(db, id)];
  const { title, artist, available, cover_hash, labels } = draft;
  const document = mergeDocument(delivered, edits);
  const audience = await findAudience(db, id, document);
  const decided = document.packages !== undefined || audience.addresses.length + audience.lists.length > 0;
  return {
    release: {
      releaseid,
      title,
      artist,
      state: release.state,
      available: available.toISOString(),
      labelid,
      label: labels[0]?.name ?? null,
      thumbnail: coverPath(releaseid, cover_hash, 500),
    },
    mayedit: role !== 'viewer',
    maymark: config.markSound,
    version,
    document: {
      ...toShown(document),
      ...(release.state !== 'draft' && { available: available.toISOString() }),
    },
    delivered: toShown(delivered),
    edited: await findEditors(db, releaseid, edits),
    editedfiles: (['cover', 'attachments'] as const).filter((field) => edits[field] !== undefined),
    attachments: (document.attachments ?? []).map(({ title, filename, bytes }) => ({ title, filename, bytes })),
    proposed: await listProposed(db, id),
    tracks: draft.tracks.map(({ trackid, duration, assettype, waveform_hash }) => ({
      trackid,
      duration,
      assettype,
      waveform: waveform_hash && `/api/waveform/${trackid}/${waveform_hash}.bin`,
    })),
    audience: { ...audience, decided, packages: document.packages ?? [], counts: await countRecipients(db, [id]) },
    announcement: { ...(await findAnnouncement(db, id)), counts: await countMails(db, id, now()) },
    checks: checkDocument(document, draft, {
      decided,
      pendingMark: await findPendingMark(db, id),
      ...(await findSimilar(db, id)),
      state: release.state,
      now: now(),
    }),
  };
}

const EDITORS_MAX = 1000;

/** The last editor of each edited field, by its path. */
async function findEditors(db: Db, releaseid: string, edits: DocumentPatch): Promise<StaffDocument['edited']> {
  const { items } = await listAuditOf(db, releaseid, { page: 1, pagesize: EDITORS_MAX });
  const edited = listPaths(edits);
  const editors = items
    .toReversed()
    .flatMap(({ after, by, at }) =>
      listPaths(after ?? {}).map((path) => [path, { by, at: at.toISOString() }] as const),
    );
  return Object.fromEntries(editors.filter(([path]) => edited.includes(path)));
}

const listPaths = ({ tracks = {}, ...fields }: DocumentPatch): string[] => [
  ...Object.keys(fields),
  ...Object.entries(tracks).flatMap(([trackid, track]) =>
    Object.keys(track ?? {}).map((field) => `tracks.${trackid}.${field}`),
  ),
];

const toShown = ({ recipients: _people, cover: _cover, attachments: _files, ...document }: ReleaseDocument) => document;

/**
 * @param match the header `If-Match`
 * @param options of `editRelease`
 */
export async function changeDocument(
  context: Context,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  patch: DocumentPatch,
  match: string | undefined,
  { alongside, confirmed }: { alongside?: (db: Db) => Promise<void>; confirmed?: boolean } = {},
): Promise<StaffDocument> {
  const { db, now } = context;
  const { id } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  if (patch.mark) requireMarkable(context.config);
  const expected = requireVersion(match);
  const options = { expected, confirmed, ...(alongside && { alongside }) };
  await editRelease(context, id, patch, caller.playerid, options).catch((error: unknown) =>
    refuseEdit(context, releaseid, expected, error),
  );
  return readStaffDocument(context, caller, releaseid);
}

/** @throws VALIDATION where this service does not mark sound */
export function requireMarkable({ markSound }: Pick<Config, 'markSound'>): void {
  if (!markSound) throw new Refusal('VALIDATION', { mark: 'This service does not mark sound.' });
}

const parseVersion = (match: string | undefined): number | undefined => {
  const version = parseIfMatch(match) ?? '';
  return /^\d{1,9}$/.test(version) ? Number(version) : undefined;
};

export function requireVersion(match: string | undefined): number {
  const version = parseVersion(match);
  if (version === undefined) throw new Refusal('IF_MATCH_REQUIRED');
  return version;
}

export async function refuseEdit(
  context: Context,
  releaseid: string,
  expected: number,
  error: unknown,
): Promise<never> {
  if (error instanceof EditRefusal) throw new Refusal('VALIDATION', { [error.field]: error.message });
  if (!(error instanceof EditConflict)) throw error;
  throw new Refusal('EDITED_MEANWHILE', await listChanges(context, releaseid, error.version - expected));
}

/** Packages that the release has already need no grant. */
export async function requireGrants(
  db: Db,
  { operator }: StaffMember,
  labelId: number | null,
  { before = [], names }: { before: string[] | undefined; names: string[] },
): Promise<void> {
  const added = names.filter((name) => !before.includes(name));
  if (!operator && labelId !== null && (await listMissingGrants(db, labelId, added)).length > 0)
    throw new Refusal('PACKAGE_NOT_GRANTED');
}

const LISTED_MAX = 100;

/** The fields of the last changes, and who made them. */
async function listChanges({ db }: Context, releaseid: string, changes: number): Promise<Record<string, string>> {
  // A version that is still to come misses none.
  const pagesize = Math.max(0, Math.min(changes, LISTED_MAX));
  const { items } = await listAuditOf(db, releaseid, { page: 1, pagesize });
  return Object.fromEntries(
    items.toReversed().flatMap(({ after, by }) => Object.keys(after ?? {}).map((field) => [field, by ?? ''])),
  );
}

/** @param match the header `If-Match`; without it any version is published */
export async function publish(
  context: Context,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  { available, mail, confirmed }: RouteInput<typeof publishRoute>['body'],
  match?: string,
): Promise<StaffDocument> {
  const { id, state } = await requireEditedRelease(context.db, { caller, releaseid, now: context.now() });
  if (state !== 'draft') throw new Refusal('RELEASE_PUBLISHED');
  const { checks, document, version } = await readStaffDocument(context, caller, releaseid);
  const errors = checks.filter(({ code }) => checkLevels[code] === 'error');
  if (errors.length > 0)
    throw new Refusal(
      'RELEASE_INCOMPLETE',
      Object.fromEntries(
        errors.map((check) => [
          check.trackid ? `tracks.${check.trackid}.${check.code}` : check.code,
          describeError(check, document),
        ]),
      ),
    );
  const from = toDate(available) ?? context.now();
  const expected = parseVersion(match) ?? version;
  const publication = { available: from, mail: mail && { ...mail, at: toDate(mail.at) }, expected, confirmed };
  await publishDraft(context, { id, releaseid }, publication, caller.playerid).catch((error: unknown) =>
    refuseEdit(context, releaseid, expected, error),
  );
  return readStaffDocument(context, caller, releaseid);
}

const toDate = (instant: string | null): Date | undefined => (instant === null ? undefined : new Date(instant));

export async function setState(
  context: Context,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  state: 'available' | 'withdrawn',
  confirmed: boolean,
): Promise<StaffDocument> {
  const { id } = await requireEditedRelease(context.db, { caller, releaseid, now: context.now() });
  const before = await changeState(context, { id, releaseid }, state, caller.playerid, confirmed);
  if (before === 'draft') throw new Refusal('RELEASE_UNPUBLISHED');
  return readStaffDocument(context, caller, releaseid);
}
