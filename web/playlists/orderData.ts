import type { PlaylistTrack } from '@promenade/contract/playlists';

/** Right before or after another track of the playlist; without `referenceTrackid` the top or the end. */
export interface Spot {
  position: 'before' | 'after';
  referenceTrackid?: string;
}

/** Where a track goes that is moved from one place to another, both from 0; undefined when nothing moves. */
export function spotOf(tracks: readonly PlaylistTrack[], from: number, to: number): Required<Spot> | undefined {
  const reference = tracks[to];
  if (from === to || !reference || !tracks[from]) return undefined;
  return { position: to > from ? 'after' : 'before', referenceTrackid: reference.trackid };
}

/** The tracks with these at that spot, wherever they were; a reference that is gone means the top or the end. */
export function placed(tracks: readonly PlaylistTrack[], these: PlaylistTrack[], spot: Spot): PlaylistTrack[] {
  const others = without(tracks, these);
  const reference = others.findIndex(({ trackid }) => trackid === spot.referenceTrackid);
  const isAfter = spot.position === 'after';
  const at = reference === -1 ? (isAfter ? others.length : 0) : reference + Number(isAfter);
  return others.toSpliced(at, 0, ...these);
}

/** The tracks but these. */
export function without(tracks: readonly PlaylistTrack[], these: readonly PlaylistTrack[]): PlaylistTrack[] {
  const gone = new Set(these.map(({ trackid }) => trackid));
  return tracks.filter(({ trackid }) => !gone.has(trackid));
}

/** Where a track comes back to: behind the nearest one before it that is still there, else to the top. */
export function spotBefore(now: readonly PlaylistTrack[], before: readonly PlaylistTrack[], trackid: string): Spot {
  const there = new Set(now.map((track) => track.trackid));
  const place = before.findIndex((track) => track.trackid === trackid);
  const neighbour = before.slice(0, place).findLast((track) => there.has(track.trackid));
  return neighbour ? { position: 'after', referenceTrackid: neighbour.trackid } : { position: 'before' };
}
