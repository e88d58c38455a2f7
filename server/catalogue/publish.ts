import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import { ofEachKind, ProposedKind } from '@promenade/contract/releaseFields';
import { insertAudit } from '../platform/audit/audit.ts';
import { notifyChange } from '../platform/database/changes.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { insertAddresses, listAddressedAccounts } from './audienceQueries.ts';
import { findTarget, requirePackages, type TwinChoice } from './deliveryTarget.ts';
import { applyDocument, type IdentifiedDraft, type IdentifiedTrack, mergeDocument } from './document/document.ts';
import {
  findAccountIds,
  getStoredDraft,
  getWritten,
  type StoredDocument,
  upsertDocument,
} from './document/documentQueries.ts';
import { listDocumentFiles, listDraftFiles } from './document/draftFiles.ts';
import { diffPatch } from './document/mergePatch.ts';
import { readDocument } from './document/readDocument.ts';
import { deliveredFileOf, type ReleaseDraft } from './document/releaseDraft.ts';
import { buildFragment } from './fragment.ts';
import { insertFormerRecipient } from './names/formerQueries.ts';
import { resolveFormerNames } from './names/names.ts';
import {
  type DeliveryClaim,
  describeRelease,
  getLabelName,
  listLabels,
  lockClaim,
  type StoredLabel,
  upsertLabels,
} from './names/ownerQueries.ts';
import * as queries from './publishQueries.ts';
import * as tracksQueries from './publishTrackQueries.ts';
import { addToAudience, listShareRecipients } from './queries.ts';
import type { DeliveryChanges } from './redelivery/deliveryChanges.ts';
import { type PlanOptions, planDelivery } from './redelivery/deliveryPlan.ts';
import { findFormerRelease, insertFormerRelease } from './redelivery/formerReleaseQueries.ts';
import { guardState, HELD, type StateRefusal } from './releaseLife.ts';
import { indexReleases } from './search/searchIndex.ts';
import { insertExclusion, lockReleaseState, setEnd } from './withdrawQueries.ts';

export interface Published {
  releaseid: string;
  result: 'created' | 'updated' | 'unchanged';
  /** Why the dates of the delivery do not count yet: they would move the release to another state. */
  held?: StateRefusal | undefined;
  changes: DeliveryChanges;
}

export interface PublishOptions extends PlanOptions {
  twins: TwinChoice;
  /** In the audit trail. */
  actor: string;
  /** Internal id of the release that is delivered again, whatever the delivery says about itself. */
  target?: number | undefined;
  /** Internal id of the owner, whose name may have changed since the delivery was read. */
  owner?: number | undefined;
}

/**
 * The only writer of releases, with `rewriteRelease` and `setBackRelease`: rows, fragments, audience, search index, document
 * and audit trail in one transaction. A known release is updated and keeps its ids; tracks keep theirs (`matchTracks`), and
 * all keep what people edited.
 * @throws DeliveryRefusal
 */
export function publishRelease(db: Db, delivery: ReleaseDraft, options: PublishOptions): Promise<Published> {
  const { now, twins, actor, isDraft = false, target, owner, confirmed } = options;
  return db.transaction().execute(async (db) => {
    const name = owner === undefined ? {} : await getLabelName(db, owner);
    const { labels: names } = await resolveFormerNames(
      db,
      {},
      delivery.labels.map((label) => label.name),
    );
    const draft = {
      ...delivery,
      labels: delivery.labels.map((label, index) => ({
        ...label,
        name: names[index] ?? label.name,
        ...(index === 0 && name),
      })),
    };
    const claim = { ...buildClaim(draft), target };
    await lockClaim(db, claim);
    const { known } = await findTarget(db, claim, twins);
    if (known) await lockRelease(db, known.id);
    const available = draft.keepsDate && known ? (await lockReleaseState(db, known.id)).available_at : draft.available;
    const plan = await planDelivery(db, { ...draft, available }, known, options);
    const { releaseid, former, document, changes, held, isExchange } = plan;
    if (plan.isUnchanged) return { releaseid, result: 'unchanged', changes };
    const before = known && (await describeRelease(db, known.id));
    const labels = known && isExchange ? await listLabels(db, known.id) : await upsertLabels(db, draft.labels);
    const trending = known?.trending ?? false;
    const release = { releaseid, known: known?.id, trending, labels, isDraft, isAccepted: !isDraft };
    const { fingerprint } = document;
    const write = () => writeRelease(db, { ...plan.draft, fingerprint }, document, release, now);
    const id = known ? await guardState(db, known.id, { now, confirmed }, write) : await write();
    for (const accountid of await queries.findRecipients(db, draft.excluded ?? [])) {
      await insertFormerRecipient(db, accountid, id);
      await insertExclusion(db, id, accountid, now);
    }
    const change = former && describeChange(former.document, document);
    const ids = await insertAudit(db, {
      at: now,
      actor,
      action: options.recordingOf !== undefined ? 'release.recording' : known ? 'import.update' : 'import.create',
      subject: releaseid,
      before: before && { ...change?.before, ...before },
      after: { ...change?.after, ...(await describeRelease(db, id)) },
    });
    if (former) await keepFormer(db, id, former, { ids, now });
    return { releaseid, result: known ? 'updated' : 'created', held, changes };
  });
}

/** Keeps what the release was before the change with these lines in the audit trail. */
async function keepFormer(
  db: Db,
  release_id: number,
  { document: { delivered, fingerprint }, draft }: { document: StoredDocument; draft: IdentifiedDraft },
  { ids: [audit_id = 0], now }: { ids: number[]; now: Date },
): Promise<void> {
  // Cover and attachments that count then are delivered, or edited since.
  const own = { ...draft, cover_hash: null, attachments: [], labels: [] };
  const files = [...listDraftFiles(own), ...listDocumentFiles(delivered)];
  await insertFormerRelease(db, { audit_id, release_id, at: now, delivered, fingerprint, draft, files });
}

/**
 * Gives a release its tracks, files and delivered facts back that it had before a delivery or another recording; what people
 * edited stays. False when that is not kept any more.
 * @param id internal
 * @param changeid id of the line in the audit trail
 * @throws DeliveryRefusal when it names a package that is gone; StateRefusal
 */
export function setBackRelease(
  db: Db,
  id: number,
  changeid: number,
  { now, actor, confirmed }: Pick<PublishOptions, 'now' | 'actor' | 'confirmed'>,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    await lockRelease(db, id);
    const kept = await findFormerRelease(db, { releaseId: id, changeid });
    if (!kept) return false;
    const { releaseid, trending } = await getWritten(db, id);
    const former = { document: await readDocument(db, id), draft: await getStoredDraft(db, id) };
    const { delivered, fingerprint, draft } = kept;
    const document = { delivered, fingerprint, edits: former.document.edits };
    const release = { releaseid, known: id, trending, labels: await listLabels(db, id) };
    await guardState(db, id, { now, confirmed }, () => writeRelease(db, draft, document, release, now));
    const ids = await insertAudit(db, {
      at: now,
      actor,
      action: 'import.undo',
      subject: releaseid,
      ...describeChange(former.document, document),
    });
    await keepFormer(db, id, former, { ids, now });
    return true;
  });
}

/** Waits for an import of the release that is under way, and lets others wait. */
export const lockRelease = async (db: Db, id: number): Promise<void> => lockClaim(db, await getWritten(db, id));

interface Rewrite {
  now: Date;
  /** In the audit trail. */
  actor: string;
  action: string;
  /** Runs in the same transaction, before the release is written; the release is written although no field changed. */
  alongside?: ((db: Db) => Promise<void>) | undefined;
  /** The release may get another state. */
  confirmed?: boolean | undefined;
}

/**
 * Changes what people edited of a release and writes it again from its document and its stored files, if that changes it.
 * Returns the document that counts.
 * @throws StateRefusal, and what `change` and `alongside` throw
 */
export function rewriteRelease(
  db: Db,
  id: number,
  change: (document: StoredDocument) => DocumentPatch,
  { now, actor, action, alongside, confirmed }: Rewrite,
): Promise<ReleaseDocument> {
  return inTransaction(db, async (db) => {
    await lockRelease(db, id);
    const { releaseid, trending } = await getWritten(db, id);
    const stored = await readDocument(db, id);
    const edits = change(stored);
    const { before, after } = describeChange(stored, { ...stored, edits });
    // Whoever sets a date decides about a delivery that waits for that.
    const isDated = 'available' in after || 'ends' in after;
    const fingerprint = isDated ? stored.fingerprint.replace(HELD, '') : stored.fingerprint;
    const document = { ...stored, edits, fingerprint };
    const counted = mergeDocument(document.delivered, document.edits);
    const isEdited = Object.keys(after).length > 0;
    if (!isEdited && !alongside) return counted;
    const release = { releaseid, known: id, trending, labels: await listLabels(db, id) };
    await guardState(db, id, { now, confirmed }, async () => {
      await alongside?.(db);
      await writeRelease(db, { ...(await getStoredDraft(db, id)), fingerprint }, document, release, now);
    });
    if (isEdited) await insertAudit(db, { at: now, actor, action, subject: releaseid, before, after });
    return counted;
  });
}

/** Merge patches from each version to the other. */
function describeChange(stored: StoredDocument, document: Omit<StoredDocument, 'version'>) {
  const [before, after] = [stored, document].map(({ delivered, edits }) => mergeDocument(delivered, edits));
  return { before: diffPatch(after ?? {}, before ?? {}), after: diffPatch(before ?? {}, after ?? {}) };
}

interface WrittenRelease {
  releaseid: string;
  /** Internal id of the release to update; undefined: a new one. */
  known: number | undefined;
  trending: boolean;
  labels: StoredLabel[];
  /** Of a new release. */
  isDraft?: boolean;
  /** What was delivered becomes vocabulary at once: an operator imports it. */
  isAccepted?: boolean;
}

/** Returns the internal id. */
async function writeRelease(
  db: Db,
  delivered: IdentifiedDraft,
  document: Omit<StoredDocument, 'version'>,
  { releaseid, known, trending, labels, isDraft = false, isAccepted = false }: WrittenRelease,
  now: Date,
): Promise<number> {
  const { named: counted } = await resolveFormerNames(db, mergeDocument(document.delivered, document.edits));
  const draft = applyDocument(delivered, counted, document.delivered);
  const accepted: Partial<ReleaseDocument> = isAccepted ? document.delivered : {};
  const artists = await queries.upsertNames(db, 'artists', draft.artists);
  const proposed = ofEachKind((): number[] => []);
  for (const kind of ProposedKind.options)
    proposed[kind] = await queries.upsertVocabulary(db, kind, draft[kind], accepted[kind] ?? []);
  const ids: queries.DraftIds = {
    labels,
    artists,
    ...proposed,
    markets: await queries.upsertMarkets(db, draft.markets),
    packages: await requirePackages(db, counted.packages ?? [], false),
    recipients: await findAccountIds(db, counted.recipients ?? []),
  };
  await queries.setArtistPictures(db, draft.artistPictures ?? {});
  const audio = draft.tracks.filter(({ assettype }) => assettype === 'audio');
  const facts = {
    explicit: draft.tracks.some(({ explicit }) => explicit === 'explicit'),
    duration: audio.reduce((sum, { duration }) => sum + duration, 0),
    trackcount: audio.length,
  };
  const fragment = buildFragment(releaseid, {
    ...draft,
    ...facts,
    labels,
    artists: await queries.listNamedArtists(db, ids.artists),
    markets: ids.markets,
    trending,
  });
  const audience = [...ids.packages, ...ids.recipients.map((id) => -id)];
  const id = await queries.upsertRelease(db, { releaseid, known, draft, facts, ids, audience, fragment, isDraft }, now);
  const before = await lockReleaseState(db, id);
  if (before.ends_at?.getTime() !== draft.ends?.getTime()) await setEnd(db, id, draft.ends, now);
  if (draft.addresses) await insertAddresses(db, id, draft.addresses, now);
  // The upsert holds the row lock, so a concurrent share waits and is not lost.
  await addToAudience(db, id, [...(await listShareRecipients(db, id)), ...(await listAddressedAccounts(db, id))]);
  await queries.replaceLinks(db, id, ids);
  await writeTracks(db, id, { owner: labels[0], tracks: draft.tracks, now });
  await tracksQueries.updateTempos(db, [id]);
  await tracksQueries.replaceAttachments(db, id, draft.attachments);
  await tracksQueries.replacePromoPictures(db, id, draft.promoPictures);
  await tracksQueries.updateTrackFragments(db, [id]);
  await indexReleases(db, [id]);
  await upsertDocument(db, id, document);
  if (known !== undefined) await notifyChange(db, { type: 'redelivered', releaseid });
  await notifyChange(db, { type: 'release', releaseid });
  return id;
}

const buildClaim = ({ labels, identity, artist, title, tracks }: ReleaseDraft): DeliveryClaim => ({
  label: labels[0]?.name ?? null,
  identity,
  artist,
  title,
  files: tracks.flatMap((track) => deliveredFileOf(track) ?? []),
});

/** A work belongs to the owner: two labels may use one text. */
async function writeTracks(
  db: Db,
  releaseId: number,
  { owner, tracks, now }: { owner: StoredLabel | undefined; tracks: IdentifiedTrack[]; now: Date },
): Promise<void> {
  const prefix = `${owner?.labelid ?? ''}/`;
  await tracksQueries.keepTracks(
    db,
    releaseId,
    tracks.map(({ trackid }) => trackid),
    now,
  );
  for (const [index, track] of tracks.entries()) {
    const key = track.work?.startsWith(prefix) ? track.work : track.work && prefix + track.work;
    const workId = key === null ? null : await tracksQueries.upsertWork(db, key);
    const id = await tracksQueries.upsertTrack(db, { releaseId, ordinal: index + 1, workId, track });
    await tracksQueries.replaceRenditions(db, id, track.renditions, now);
  }
}
