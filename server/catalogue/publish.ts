import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import { insertAudit } from '../platform/audit/audit.ts';
import { notifyChange } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import { insertAddresses, listAddressedAccounts } from './audienceQueries.ts';
import { findTarget, requirePackages, type TwinChoice } from './deliveryTarget.ts';
import {
  type Audience,
  applyDocument,
  documentFilesOf,
  documentOf,
  type IdentifiedDraft,
  type IdentifiedTrack,
  mergeDocument,
} from './document.ts';
import {
  findAccountIds,
  findDocument,
  getAudience,
  getStoredDraft,
  getWritten,
  listPlayerids,
  type StoredDocument,
  type StoredRow,
  upsertDocument,
} from './documentQueries.ts';
import { insertFormerRecipient } from './formerQueries.ts';
import { buildFragment } from './fragment.ts';
import { diffPatch } from './mergePatch.ts';
import { resolveFormerNames } from './names.ts';
import {
  type DeliveryClaim,
  describeRelease,
  getLabelName,
  listLabels,
  listPackageNames,
  lockClaim,
  type StoredLabel,
  upsertLabels,
} from './ownerQueries.ts';
import * as queries from './publishQueries.ts';
import * as tracksQueries from './publishTrackQueries.ts';
import { addToAudience, listShareRecipients } from './queries.ts';
import type { DraftTrack, ReleaseDraft } from './releaseDraft.ts';
import { guardState, HELD, holdDates, type StateRefusal, withoutDates } from './releaseLife.ts';
import { indexReleases } from './search/searchIndex.ts';
import { insertExclusion, lockReleaseState, setEnd } from './withdrawQueries.ts';

export interface Published {
  releaseid: string;
  result: 'created' | 'updated' | 'unchanged';
  /** Why the dates of the delivery do not count yet: they would move the release to another state. */
  held?: StateRefusal | undefined;
}

export interface PublishOptions {
  now: Date;
  twins: TwinChoice;
  /** Makes packages that do not exist. */
  createPackages: boolean;
  /** In the audit trail. */
  actor: string;
  /** A new release stays a draft, whose audience is undecided when the delivery names none. */
  isDraft?: boolean;
  /** Internal id of the release that is delivered again, whatever the delivery says about itself. */
  target?: number | undefined;
  /** Internal id of the owner, whose name may have changed since the delivery was read. */
  owner?: number | undefined;
  /** The delivery may move a release to another state; else it keeps its dates. */
  confirmed?: boolean | undefined;
}

/**
 * The only writer of releases, with `rewriteRelease`: rows, fragments, audience, search index, document and audit trail in
 * one transaction. A known release is updated and keeps its ids; tracks keep theirs by ISRC, then by audio file, then by
 * position, and all keep what people edited.
 * @throws PublishRefusal
 */
export function publishRelease(db: Db, delivery: ReleaseDraft, options: PublishOptions): Promise<Published> {
  const { now, twins, actor, createPackages, isDraft = false, target, owner, confirmed } = options;
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
    if (known?.fingerprint === draft.fingerprint) return { releaseid: known.releaseid, result: 'unchanged' };
    const releaseid = known?.releaseid ?? crypto.randomUUID();
    const stored = known && (await readDocument(db, known.id));
    const tracks = identifyTracks(draft.tracks, known ? await tracksQueries.listTracks(db, known.id) : [], stored);
    const available = draft.keepsDate && known ? (await lockReleaseState(db, known.id)).available_at : draft.available;
    const identified = { ...draft, available, tracks };
    const audience =
      draft.keepsAudience && (stored || isDraft)
        ? audienceOf(stored?.delivered ?? {})
        : await getDeliveredAudience(db, draft, createPackages);
    const { named: delivered } = await resolveFormerNames(db, documentOf(identified, audience, releaseid));
    const edits = known?.fingerprint.endsWith(HELD) ? withoutDates(stored?.edits) : (stored?.edits ?? {});
    const said = { delivered, edits, fingerprint: draft.fingerprint };
    const { document, held } =
      known && !confirmed ? await holdDates(db, known.id, said, now) : { document: said, held: undefined };
    const before = known && (await describeRelease(db, known.id));
    const labels = await upsertLabels(db, draft.labels);
    const trending = known?.trending ?? false;
    const release = { releaseid, known: known?.id, trending, labels, isDraft, isAccepted: !isDraft };
    const { fingerprint } = document;
    const write = () => writeRelease(db, { ...identified, fingerprint }, document, release, now);
    const id = known ? await guardState(db, known.id, { now, confirmed }, write) : await write();
    for (const accountid of await queries.findRecipients(db, draft.excluded ?? [])) {
      await insertFormerRecipient(db, accountid, id);
      await insertExclusion(db, id, accountid, now);
    }
    const action = known ? 'import.update' : 'import.create';
    const change = stored && describeChange(stored, document);
    await insertAudit(db, {
      at: now,
      actor,
      action,
      subject: releaseid,
      before: before && { ...change?.before, ...before },
      after: { ...change?.after, ...(await describeRelease(db, id)) },
    });
    return { releaseid, result: known ? 'updated' : 'created', held };
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
  return db.transaction().execute(async (db) => {
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

/**
 * The document of a stored release. When there is none, or a node of an earlier version has imported the release since, the
 * rows say what was delivered.
 */
export async function readDocument(db: Db, id: number): Promise<StoredDocument> {
  const stored = await findDocument(db, id);
  if (stored?.isCurrent) {
    const document = withRow(stored);
    // Documents of earlier versions have neither.
    if (document.delivered.cover && document.delivered.attachments) return document;
    const files = documentFilesOf(await getStoredDraft(db, id));
    return { ...document, delivered: { ...files, ...document.delivered } };
  }
  const [draft, audience] = [await getStoredDraft(db, id), await getAudience(db, id)];
  const { edits = {}, version = 0 } = stored ?? {};
  const { releaseid } = await getWritten(db, id);
  return { delivered: documentOf(draft, audience, releaseid), edits, version, fingerprint: draft.fingerprint };
}

/** The end of a release is set apart from its document, too; documents of earlier versions have no promotional text. */
function withRow({ delivered, edits, ends, promoinfo, ...document }: StoredRow): StoredDocument {
  const said = mergeDocument(delivered, edits).ends;
  const isSame = said === undefined ? ends === null : ends !== null && Date.parse(said) === Date.parse(ends);
  return {
    ...document,
    delivered: delivered.promo === undefined ? { ...delivered, promo: promoinfo } : delivered,
    edits: isSame ? edits : { ...edits, ends },
  };
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
  const ids: queries.DraftIds = {
    labels,
    artists: await queries.upsertNames(db, 'artists', draft.artists),
    genres: await queries.upsertVocabulary(db, 'genres', draft.genres, accepted.genres ?? []),
    moods: await queries.upsertVocabulary(db, 'moods', draft.moods, accepted.moods ?? []),
    instruments: await queries.upsertVocabulary(db, 'instruments', draft.instruments, accepted.instruments ?? []),
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
  await writeTracks(db, id, labels[0], draft.tracks);
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

const deliveredFileOf = ({ renditions }: DraftTrack) =>
  renditions.find(({ kind }) => kind === 'original' || kind === 'video')?.file;

/** What a delivery that names nobody keeps. */
const audienceOf = ({ packages, recipients }: Audience): Audience => ({
  ...(packages && { packages }),
  ...(recipients && { recipients }),
});

async function getDeliveredAudience(db: Db, draft: ReleaseDraft, createPackages: boolean): Promise<Audience> {
  return {
    packages: await listPackageNames(db, await requirePackages(db, draft.packages, createPackages)),
    recipients: await listPlayerids(db, await queries.findRecipients(db, draft.recipients)),
  };
}

/** Gives each delivered track the id of the one that it continues, or a new one. */
function identifyTracks(
  tracks: DraftTrack[],
  known: tracksQueries.KnownTrack[],
  stored: StoredDocument | undefined,
): IdentifiedTrack[] {
  // A delivery is compared with the last one, not with what was edited since.
  const before = known.map((track) => {
    const said = stored?.delivered.tracks[track.trackid];
    if (!said) return track;
    const { isrc = null, ordinal = track.ordinal, stream_only } = said;
    return { ...track, isrc, ordinal, candownload: !stream_only };
  });
  const ids = matchTracks(before, tracks);
  return tracks.map((track, index) => {
    const continued = before.find(({ id }) => id === ids[index]);
    const candownload = track.candownload ?? continued?.candownload ?? true;
    return { ...track, candownload, trackid: continued?.trackid ?? crypto.randomUUID() };
  });
}

/** A work belongs to the owner: two labels may use one text. */
async function writeTracks(
  db: Db,
  releaseId: number,
  owner: StoredLabel | undefined,
  tracks: IdentifiedTrack[],
): Promise<void> {
  const prefix = `${owner?.labelid ?? ''}/`;
  await tracksQueries.keepTracks(
    db,
    releaseId,
    tracks.map(({ trackid }) => trackid),
  );
  for (const [index, track] of tracks.entries()) {
    const key = track.work?.startsWith(prefix) ? track.work : track.work && prefix + track.work;
    const workId = key === null ? null : await tracksQueries.upsertWork(db, key);
    const id = await tracksQueries.upsertTrack(db, { releaseId, ordinal: index + 1, workId, track });
    await tracksQueries.replaceRenditions(db, id, track.renditions);
  }
}

/** For each delivered track the id of the stored track that it continues, if any. */
export function matchTracks(before: tracksQueries.KnownTrack[], tracks: DraftTrack[]): (number | undefined)[] {
  const unmatched = new Set(before);
  const ids: (number | undefined)[] = tracks.map(() => undefined);
  const rules: ((known: tracksQueries.KnownTrack, track: DraftTrack, index: number) => boolean)[] = [
    (known, { isrc }) => isrc !== null && known.isrc === isrc,
    (known, track) => known.file !== null && known.file === deliveredFileOf(track),
    (known, _track, index) => known.ordinal === index + 1,
  ];
  for (const isSame of rules) {
    for (const [index, track] of tracks.entries()) {
      if (ids[index] !== undefined) continue;
      const match = [...unmatched].find((known) => isSame(known, track, index));
      if (!match) continue;
      ids[index] = match.id;
      unmatched.delete(match);
    }
  }
  return ids;
}
