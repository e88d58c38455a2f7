import type { TrackMarkers } from '@promenade/contract/media';
import type { Markers } from '@promenade/contract/releaseFields';
import { requireReleaseOfTrack } from '../catalogue/requireRelease.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findMarkers, upsertMarkers } from './markerQueries.ts';

interface MarkersRequest {
  caller: Caller;
  params: { id: string };
}

/** The moments of a song that this person may hear. */
export async function getMarkers(db: Db, { caller, params }: MarkersRequest, now: Date): Promise<TrackMarkers> {
  const { accountid, audience } = caller;
  await requireReleaseOfTrack(db, { audience, trackid: params.id }, now);
  const markers = await findMarkers(db, { accountid, trackid: params.id });
  if (!markers) throw new Refusal('TRACK_NOT_FOUND');
  return markers;
}

/** Replaces the markers of this person, which nobody else gets. @throws MARKER_BEHIND_END */
export async function setMarkers(
  db: Db,
  request: MarkersRequest & { body: { own: Markers } },
  now: Date,
): Promise<TrackMarkers> {
  const { caller, params, body } = request;
  const markers = await getMarkers(db, request, now);
  const wrong = Object.entries(body.own).find(([, second]) => second > markers.duration + 1);
  if (wrong) throw new Refusal('MARKER_BEHIND_END');
  await upsertMarkers(db, { accountid: caller.accountid, trackid: params.id, markers: body.own }, now);
  return { ...markers, own: body.own };
}
