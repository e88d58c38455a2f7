import type { DocumentPatch } from '@promenade/contract/delivery';
import { markerFields, withoutMarkers } from '@promenade/contract/releaseFields';
import type { Db } from '../../platform/database/db.ts';
import { type FewerChoice, FewerRefusal, requirePackages } from '../deliveryTarget.ts';
import { DeliveryRefusal } from '../document/deliveryRules.ts';
import {
  type Audience,
  documentOf,
  documentTrackOf,
  type IdentifiedDraft,
  type IdentifiedTrack,
  mergeDocument,
} from '../document/document.ts';
import { getStoredDraft, listPlayerids, type StoredDocument } from '../document/documentQueries.ts';
import { readDocument } from '../document/readDocument.ts';
import { deliveredFileOf, mediaOf, type ReleaseDraft } from '../document/releaseDraft.ts';
import { resolveFormerNames } from '../names/names.ts';
import { type ClaimedRelease, findPackages, listPackageNames } from '../names/ownerQueries.ts';
import { findRecipients } from '../publishQueries.ts';
import { listTracks } from '../publishTrackQueries.ts';
import { HELD, holdDates, type StateRefusal, withoutDates } from '../releaseLife.ts';
import { type DeliveryChanges, listFactChanges, listTrackChanges } from './deliveryChanges.ts';
import { listFormerReleases } from './formerReleaseQueries.ts';
import { isOtherRecording, keepUnsaid } from './keepUnsaid.ts';
import { type DescribedTrack, describeTracks, matchTracks } from './matchTracks.ts';

export interface PlanOptions {
  now: Date;
  /** The delivery holds fewer tracks than its release. Default: exchange. */
  fewer?: FewerChoice;
  /** The delivery is another recording of this track. */
  recordingOf?: string | undefined;
  /** A new release stays a draft, whose audience is undecided when the delivery names none. */
  isDraft?: boolean;
  /** Makes packages that do not exist. */
  createPackages: boolean;
  /** Nothing is written. */
  isCheck?: boolean;
  /** The delivery may move a release to another state; else it keeps its dates. */
  confirmed?: boolean | undefined;
}

interface DeliveryPlan {
  releaseid: string;
  /** Of a known release, before the delivery. */
  former: { document: StoredDocument; draft: IdentifiedDraft } | undefined;
  draft: IdentifiedDraft;
  document: Omit<StoredDocument, 'version'>;
  /** Only recordings are exchanged: the release keeps everything else. */
  isExchange: boolean;
  isUnchanged: boolean;
  /** Why its dates wait to be confirmed. */
  held?: StateRefusal | undefined;
  changes: DeliveryChanges;
}

/**
 * Decides what a delivery makes of its release. A delivery with fewer tracks exchanges their recordings, unless somebody
 * says that the others are removed.
 * @throws FewerRefusal, DeliveryRefusal
 */
export async function planDelivery(
  db: Db,
  draft: ReleaseDraft,
  known: Pick<ClaimedRelease, 'id' | 'releaseid'> | undefined,
  options: PlanOptions,
): Promise<DeliveryPlan> {
  const releaseid = known?.releaseid ?? crypto.randomUUID();
  if (!known) {
    const tracks = identifyTracks(draft, [], []);
    const identified = { ...draft, tracks };
    const audience = draft.keepsAudience && options.isDraft ? {} : await getDeliveredAudience(db, draft, options);
    const { named: delivered } = await resolveFormerNames(db, documentOf(identified, audience, releaseid));
    const document = { delivered, edits: {}, fingerprint: draft.fingerprint };
    const changes = { exchanged: [], added: [], removed: [], kept: [], facts: [] };
    return {
      releaseid,
      former: undefined,
      draft: identified,
      document,
      isExchange: false,
      isUnchanged: false,
      changes,
    };
  }
  const former = { document: await readDocument(db, known.id), draft: await getStoredDraft(db, known.id) };
  const { fewer = 'exchange', recordingOf } = options;
  const stored = await listTracks(db, known.id);
  const present = stored.filter(({ isRemoved }) => !isRemoved);
  const counts = { delivered: draft.tracks.length, tracks: present.length };
  const isFewer = recordingOf === undefined && counts.delivered < counts.tracks;
  if (isFewer && fewer === 'ask' && !options.isCheck) throw new FewerRefusal(counts);
  const formerStates = await listFormerReleases(db, known.id);
  const documents = [former.document.delivered, ...formerStates.map(({ delivered }) => delivered)];
  const before = describeTracks(stored, documents);
  const ids =
    recordingOf === undefined
      ? matchTracks(before, draft.tracks, !isFewer)
      : [requireTrack(before, recordingOf, draft.tracks[0]?.assettype).id];
  const identified = identifyTracks(draft, before, ids);
  const tracks = recordingOf === undefined ? keepRecordings(identified, former.draft.tracks, formerStates) : identified;
  const isExchange = recordingOf !== undefined || (isFewer && fewer !== 'remove');
  const after = isExchange
    ? exchangeRecordings(former, { ...draft, tracks }, recordingOf !== undefined)
    : await replaceDelivered(db, former, { ...draft, tracks }, releaseid, options);
  const changes = {
    ...(isFewer && { fewer: counts }),
    ...listTrackChanges(before, after.draft.tracks, tracks),
    facts: listFactChanges(countedOf(former.document), countedOf(after.document)),
  };
  const { exchanged, added, removed } = changes;
  const isKnown = recordingOf === undefined && former.document.fingerprint === draft.fingerprint;
  const isUnchanged = isExchange
    ? isKnown || exchanged.length + added.length + removed.length === 0
    : isKnown && !isFewer;
  const plan = { releaseid, former, ...after, isExchange, isUnchanged, changes };
  if (isExchange || isUnchanged) return plan;
  const isHeld = former.document.fingerprint.endsWith(HELD);
  const document = isHeld ? { ...after.document, edits: withoutDates(after.document.edits) } : after.document;
  return { ...plan, ...(options.confirmed ? { document } : await holdDates(db, known.id, document, options.now)) };
}

function requireTrack(
  tracks: DescribedTrack[],
  trackid: string,
  assettype: IdentifiedTrack['assettype'] | undefined,
): DescribedTrack {
  const track = tracks.find((track) => track.trackid === trackid && !track.isRemoved);
  if (!track) throw new DeliveryRefusal('The release does not have this track any more.');
  if (track.assettype !== assettype)
    throw new DeliveryRefusal('A song is replaced by audio, and a video by another video.');
  return track;
}

type Planned = Pick<DeliveryPlan, 'draft' | 'document'>;

const countedOf = ({ delivered, edits }: Pick<StoredDocument, 'delivered' | 'edits'>) =>
  mergeDocument(delivered, edits);

/** A track keeps the recording that it got by hand since, when it is delivered as it was before that. */
function keepRecordings(
  tracks: IdentifiedTrack[],
  present: IdentifiedTrack[],
  formerStates: Awaited<ReturnType<typeof listFormerReleases>>,
): IdentifiedTrack[] {
  const fileIn = (list: IdentifiedTrack[], trackid: string) => {
    const track = list.find((track) => track.trackid === trackid);
    return track && deliveredFileOf(track);
  };
  return tracks.map((track) => {
    const now = present.find(({ trackid }) => trackid === track.trackid);
    if (!now) return track;
    let file = deliveredFileOf(now);
    for (const { byHand, tracks: list } of formerStates) {
      const before = fileIn(list, track.trackid);
      if (before === undefined || before === file) continue;
      if (!byHand) break;
      file = before;
      if (before === deliveredFileOf(track)) return { ...track, ...mediaOf(now) };
    }
    return track;
  });
}

/** The delivery replaces what the one before said. */
async function replaceDelivered(
  db: Db,
  former: NonNullable<DeliveryPlan['former']>,
  draft: IdentifiedDraft,
  releaseid: string,
  options: PlanOptions,
): Promise<Planned> {
  const { delivered: last, edits } = former.document;
  const audience = draft.keepsAudience ? audienceOf(last) : await getDeliveredAudience(db, draft, options);
  const { named: said } = await resolveFormerNames(db, documentOf(draft, audience, releaseid));
  const isSilent = draft.keepsUnsaid && said.promo === '';
  return {
    draft: isSilent ? { ...draft, promoPictures: former.draft.promoPictures } : draft,
    document: {
      delivered: draft.keepsUnsaid ? keepUnsaid(said, last, former.draft, draft) : said,
      edits: fitMarkers(edits, draft.tracks),
      fingerprint: draft.fingerprint,
    },
  };
}

/**
 * Known tracks get the recordings of the delivery, the others are added at the end, and everything else stays.
 * @param keepsFingerprint the release is still the one that was delivered last
 */
function exchangeRecordings(
  { document: { delivered, edits, fingerprint }, draft }: NonNullable<DeliveryPlan['former']>,
  { tracks, fingerprint: other }: IdentifiedDraft,
  keepsFingerprint: boolean,
): Planned {
  const recordings = new Map(tracks.map((track) => [track.trackid, track]));
  const kept = draft.tracks.map((track) => {
    const recording = recordings.get(track.trackid);
    return recording ? { ...track, ...mediaOf(recording) } : track;
  });
  const added = tracks.filter(({ trackid }) => !draft.tracks.some((track) => track.trackid === trackid));
  const isOther = (trackid: string) =>
    isOtherRecording(
      draft.tracks.find((track) => track.trackid === trackid),
      recordings.get(trackid),
    );
  const last = Math.max(0, ...Object.values(delivered.tracks).map(({ ordinal = 0 }) => ordinal));
  const said = {
    ...Object.fromEntries(
      Object.entries(delivered.tracks).map(([trackid, track]) => {
        return [trackid, isOther(trackid) ? withoutMarkers(track) : track];
      }),
    ),
    ...Object.fromEntries(added.map((track, index) => [track.trackid, documentTrackOf(track, last + index + 1)])),
  };
  return {
    draft: { ...draft, fingerprint: keepsFingerprint ? fingerprint : other, tracks: [...kept, ...added] },
    document: {
      delivered: { ...delivered, tracks: said },
      edits: fitMarkers(edits, kept),
      fingerprint: keepsFingerprint ? fingerprint : other,
    },
  };
}

/** Markers that were set by ear stay, unless the new recording is shorter. */
function fitMarkers(edits: DocumentPatch, tracks: IdentifiedTrack[]): DocumentPatch {
  if (!edits.tracks) return edits;
  const seconds = new Map(tracks.map(({ trackid, duration }) => [trackid, duration]));
  const fitted = Object.entries(edits.tracks).map(([trackid, patch]) => {
    const end = seconds.get(trackid) ?? Number.POSITIVE_INFINITY;
    const others = { ...patch };
    for (const field of markerFields) if ((patch[field] ?? 0) > end) delete others[field];
    return [trackid, others] as const;
  });
  return { ...edits, tracks: Object.fromEntries(fitted) };
}

/** Gives each delivered track the id of the one that it continues, or a new one. */
function identifyTracks(
  { tracks }: ReleaseDraft,
  before: DescribedTrack[],
  ids: (number | undefined)[],
): IdentifiedTrack[] {
  return tracks.map((track, index) => {
    const continued = before.find(({ id }) => id === ids[index]);
    const candownload = track.candownload ?? continued?.candownload ?? true;
    return { ...track, candownload, trackid: continued?.trackid ?? crypto.randomUUID() };
  });
}

/** What a delivery that names nobody keeps. */
const audienceOf = ({ packages, recipients }: Audience): Audience => ({
  ...(packages && { packages }),
  ...(recipients && { recipients }),
});

async function getDeliveredAudience(
  db: Db,
  { packages, recipients }: ReleaseDraft,
  { createPackages, isCheck = false }: PlanOptions,
): Promise<Audience> {
  const found = isCheck ? await findPackages(db, packages) : [];
  const ids = isCheck ? found.flatMap(({ id }) => id ?? []) : await requirePackages(db, packages, createPackages);
  return {
    packages: [
      ...(await listPackageNames(db, ids)),
      ...found.filter(({ id }) => id === null).map(({ given }) => given),
    ],
    recipients: await listPlayerids(db, await findRecipients(db, recipients)),
  };
}
