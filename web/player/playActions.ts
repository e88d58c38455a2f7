import type { Release, Track } from '@promenade/contract/catalogue';
import { ListEnd, ListStart } from 'lucide-react';
import { createContext, useContext, useMemo, useState } from 'react';
import { type FetchRelease, useFetchRelease } from '../catalogue/data.ts';
import { showReleaseError } from '../catalogue/releaseErrorStore.ts';
import type { MenuItem } from '../design/MenuList.tsx';
import { createId } from '../platform/createId.ts';
import { logError } from '../platform/logError.ts';
import type { Translate } from '../platform/text.ts';
import { type FetchAudioToken, useFetchAudioToken } from './data.ts';
import { playItem, playItemLater, playItemNext, playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { createReleaseItem, createSongItem, type QueueItem } from './queue/queue.ts';

/** The versions that are played of a release, where a list is filtered by version; empty: all. */
export const PlayedVersions = createContext<readonly string[]>([]);

/** Plays releases and tracks of lists. The returned object is stable while the query client is. */
export function usePlayActions() {
  const fetchRelease = useFetchRelease();
  const fetchToken = useFetchAudioToken();
  const versions = useContext(PlayedVersions);
  return useMemo(() => createPlayActions(fetchRelease, fetchToken, versions), [fetchRelease, fetchToken, versions]);
}

export function usePlayRelease(release: Release): { isPlaying: boolean; isStarting: boolean; press: () => void } {
  const { play } = usePlayActions();
  const [isStarting, setStarting] = useState(false);
  const versions = useContext(PlayedVersions);
  const isCurrent = usePlayer(
    ({ song }) => song?.releaseid === release.releaseid && (versions.length === 0 || versions.includes(song.version)),
  );
  const isPlaying = usePlayer((player) => player.isPlaying) && isCurrent;
  async function start() {
    setStarting(true);
    await play(release);
    setStarting(false);
  }
  return { isPlaying, isStarting, press: () => (isCurrent ? playPause() : void start()) };
}

interface QueueMenuOptions {
  isDisabled: boolean;
  playNext: () => void;
  playLater: () => void;
}

export const queueMenuItems = (t: Translate, { isDisabled, playNext, playLater }: QueueMenuOptions): MenuItem[] => [
  { id: 'next', icon: ListStart, label: t('release.play-next'), isDisabled, onAction: playNext },
  { id: 'later', icon: ListEnd, label: t('release.play-later'), isDisabled, onAction: playLater },
];

function createPlayActions(fetchRelease: FetchRelease, fetchToken: FetchAudioToken, versions: readonly string[]) {
  async function fetchPlayed(releaseid: string): Promise<Track[]> {
    const { songs } = await fetchRelease(releaseid);
    const chosen = songs.filter(({ assettype, version }) => assettype === 'audio' && versions.includes(version));
    return chosen.length > 0 ? chosen : songs;
  }
  // Missing release details are fetched first; an error opens the release error dialog.
  async function queueRelease(release: Release, add: (item: QueueItem) => void): Promise<void> {
    try {
      const item = createReleaseItem(release, await fetchPlayed(release.releaseid), createId);
      if (item) add(item);
    } catch (error) {
      showReleaseError(error);
    }
  }
  // With its release given, a track starts synchronously: browsers allow sound only during the press.
  async function queueTrack(track: Track, add: (item: QueueItem) => void, release?: Release): Promise<void> {
    try {
      const item = createSongItem(release ?? (await fetchRelease(track.releaseid)), track, createId);
      if (item) add(item);
    } catch (error) {
      showReleaseError(error);
    }
  }
  async function prefetch(releaseid: string): Promise<void> {
    try {
      const songs = await fetchPlayed(releaseid);
      const first = songs.find(({ assettype }) => assettype === 'audio');
      if (first) await fetchToken(first.trackid);
    } catch (error) {
      logError('Could not prefetch a release', error);
    }
  }
  return {
    /** Loads the tracks and the first audio token of a release, called on hover and focus. */
    prefetch: (releaseid: string) => void prefetch(releaseid),
    play: (release: Release) => queueRelease(release, playItem),
    playNext: (release: Release) => queueRelease(release, playItemNext),
    playLater: (release: Release) => queueRelease(release, playItemLater),
    playTrack: (track: Track, release?: Release) => queueTrack(track, playItem, release),
    playTrackNext: (track: Track) => queueTrack(track, playItemNext),
    playTrackLater: (track: Track) => queueTrack(track, playItemLater),
  };
}
