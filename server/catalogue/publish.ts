import { insertAudit } from '../platform/audit/audit.ts';
import { notifyChange } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import { findTarget, requirePackages, type TwinChoice } from './deliveryTarget.ts';
import { buildFragment } from './fragment.ts';
import { type DeliveryClaim, describeRelease, lockClaim, upsertLabels } from './ownerQueries.ts';
import * as queries from './publishQueries.ts';
import * as tracksQueries from './publishTrackQueries.ts';
import { addToAudience, listShareRecipients } from './queries.ts';
import type { DraftTrack, ReleaseDraft } from './releaseDraft.ts';
import { indexReleases } from './search/searchIndex.ts';

export interface Published {
  releaseid: string;
  result: 'created' | 'updated' | 'unchanged';
}

export interface PublishOptions {
  now: Date;
  twins: TwinChoice;
  /** Makes packages that do not exist. */
  createPackages: boolean;
  /** In the audit trail. */
  actor: string;
}

/**
 * The only writer of releases: rows, fragments, audience, search index and audit trail in one transaction. A known release
 * is updated and keeps its ids; tracks keep theirs by ISRC, then by audio file, then by position.
 * @throws PublishRefusal
 */
export function publishRelease(db: Db, draft: ReleaseDraft, options: PublishOptions): Promise<Published> {
  const { now, twins, actor } = options;
  return db.transaction().execute(async (db) => {
    const claim = buildClaim(draft);
    await lockClaim(db, claim);
    const { known } = await findTarget(db, claim, twins);
    if (known?.fingerprint === draft.fingerprint) return { releaseid: known.releaseid, result: 'unchanged' };
    const releaseid = known?.releaseid ?? crypto.randomUUID();
    const before = known && (await describeRelease(db, known.id));
    const ids = await upsertNames(db, draft, options, known?.id);
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
      labels: ids.labels,
      artists: await queries.listNamedArtists(db, ids.artists),
      markets: ids.markets,
      trending: known?.trending ?? false,
    });
    const audience = [...ids.packages, ...ids.recipients.map((id) => -id)];
    const id = await queries.upsertRelease(
      db,
      { releaseid, known: known?.id, draft, facts, ids, audience, fragment },
      now,
    );
    // The upsert holds the row lock, so a concurrent share waits and is not lost.
    await addToAudience(db, id, await listShareRecipients(db, id));
    await queries.replaceLinks(db, id, ids);
    await replaceTracks(db, id, draft.tracks);
    await tracksQueries.replaceAttachments(db, id, draft.attachments);
    await tracksQueries.replacePromoPictures(db, id, draft.promoPictures);
    await tracksQueries.updateTrackFragments(db, [id]);
    await indexReleases(db, [id]);
    if (known) await notifyChange(db, { type: 'redelivered', releaseid });
    const action = known ? 'import.update' : 'import.create';
    await insertAudit(db, { at: now, actor, action, subject: releaseid, before, after: await describeRelease(db, id) });
    return { releaseid, result: known ? 'updated' : 'created' };
  });
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

async function upsertNames(
  db: Db,
  draft: ReleaseDraft,
  { createPackages }: PublishOptions,
  knownId: number | undefined,
): Promise<queries.DraftIds> {
  const audience =
    knownId !== undefined && draft.keepsAudience
      ? await queries.getDeliveredAudience(db, knownId)
      : {
          packages: await requirePackages(db, draft.packages, createPackages),
          recipients: await queries.findRecipients(db, draft.recipients),
        };
  return {
    labels: await upsertLabels(db, draft.labels),
    artists: await queries.upsertNames(db, 'artists', draft.artists),
    genres: await queries.upsertNames(db, 'genres', draft.genres),
    moods: await queries.upsertNames(db, 'moods', draft.moods),
    instruments: await queries.upsertNames(db, 'instruments', draft.instruments),
    markets: await queries.upsertMarkets(db, draft.markets),
    ...audience,
  };
}

async function replaceTracks(db: Db, releaseId: number, tracks: DraftTrack[]): Promise<void> {
  const before = await tracksQueries.vacateTracks(db, releaseId);
  const trackIds = matchTracks(before, tracks);
  await tracksQueries.deleteTracks(
    db,
    releaseId,
    trackIds.filter((id) => id !== undefined),
  );
  for (const [index, track] of tracks.entries()) {
    const workId = track.work === null ? null : await tracksQueries.upsertWork(db, track.work);
    const known = before.find(({ id }) => id === trackIds[index]);
    const id = await tracksQueries.upsertTrack(db, {
      id: known?.id,
      releaseId,
      ordinal: index + 1,
      workId,
      track: { ...track, candownload: track.candownload ?? known?.candownload ?? true },
    });
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
