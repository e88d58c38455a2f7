import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { createId } from '../platform/createId.ts';
import { requestSeek, setPlaying } from '../player/player.ts';
import { usePlayer } from '../player/playerStore.ts';
import { createReleaseItem, type Song } from '../player/queue/queue.ts';
import { playSong, reloadUpcoming, type SongSource } from '../player/source.ts';

/** A hook counts as playing for so many seconds. */
const HOOK_S = 15;

/** Plays the releases of a run from their hooks, and tells the player which one follows. */
export function createDeskSound() {
  const songs = new Map<string, Song[]>();
  let shown: ReleaseDetail | undefined;
  let following: ReleaseDetail | undefined;

  /** The same songs at every call: the player knows them by their uuids. */
  function listSongs(release: ReleaseDetail): Song[] {
    const known = songs.get(release.releaseid);
    if (known) return known;
    // The cover that the desk shows, so that the player loads no other size of it.
    const { coverart } = release;
    const created = (createReleaseItem(release, release.songs, createId)?.songs ?? []).map((song) => ({
      ...song,
      coverart,
    }));
    songs.set(release.releaseid, created);
    return created;
  }
  function findStart(release: ReleaseDetail): { song: Song; startAt: number } | undefined {
    const first = findPlayable(release);
    const song = first && listSongs(release).find(({ trackid }) => trackid === first.trackid);
    return song && { song, startAt: first.hook ?? 0 };
  }
  function play(release: ReleaseDetail, track: Track, startAt = track.hook ?? 0): void {
    const song = listSongs(release).find(({ trackid }) => trackid === track.trackid);
    if (song) playSong(song, startAt);
  }
  const source: SongSource = {
    getUpcoming: () => following && findStart(following),
    // The next track of the release; after the last one it waits for a decision.
    handleEnd() {
      const tracks = shown?.songs.filter(isPlayable) ?? [];
      const current = usePlayer.getState().song?.trackid;
      const next = tracks[tracks.findIndex(({ trackid }) => trackid === current) + 1];
      if (shown && next) play(shown, next);
      else usePlayer.setState((player) => setPlaying(player, false));
    },
  };
  return {
    source,
    play,
    /** Starts a release at the hook of its first playable track; one that was only fetched again plays on. */
    start(release: ReleaseDetail, isPlaying = true): void {
      const isShown = shown?.releaseid === release.releaseid;
      shown = release;
      if (isShown) return;
      const start = findStart(release);
      if (start) playSong(start.song, start.startAt, isPlaying);
      else usePlayer.setState((player) => setPlaying(player, false));
    },
    /** Returns a function that comes back to what plays now, if something else was played since. */
    hold(): () => void {
      const { song, currentTime, isPlaying } = usePlayer.getState();
      return () => {
        if (song && usePlayer.getState().song?.uuid !== song.uuid) playSong(song, currentTime, isPlaying);
      };
    },
    prepare(next: ReleaseDetail | undefined): void {
      if (next?.releaseid === following?.releaseid) return;
      following = next;
      reloadUpcoming();
    },
  };
}

const isPlayable = ({ assettype, duration }: Track): boolean => assettype === 'audio' && duration > 0;

/** The first track that has sound and did not fail before. */
export function findPlayable({ songs }: ReleaseDetail): Track | undefined {
  const { unplayable } = usePlayer.getState();
  const playable = songs.filter(isPlayable);
  return playable.find(({ trackid }) => !unplayable.includes(trackid)) ?? playable[0];
}

/** Goes to the hook of the track that plays, or to its beginning while the hook plays. */
export function toggleHook(hook: number): void {
  usePlayer.setState((player) => {
    const isAtHook = player.currentTime >= hook - 1 && player.currentTime < hook + HOOK_S;
    return requestSeek(player, isAtHook ? 0 : hook);
  });
}

export const seekToTenth = (tenth: number): void =>
  usePlayer.setState((player) => requestSeek(player, (player.duration * tenth) / 10));
