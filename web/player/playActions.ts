import type { Release, Track } from '@promenade/contract/catalogue';
import { ListEnd, ListStart } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MenuItem } from '../design/MenuList.tsx';
import { logged } from '../platform/logged.ts';
import { newId } from '../platform/newId.ts';
import type { Translate } from '../platform/text.ts';
import { type FetchRelease, useFetchRelease } from '../releases/data.ts';
import { showReleaseError } from '../releases/releaseErrorStore.ts';
import { type FetchAudioToken, useFetchAudioToken } from './data.ts';
import { playItem, playItemLater, playItemNext, playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { createReleaseItem, createSongItem, type QueueItem } from './queue.ts';

/**
 * Plays releases and tracks of lists. Missing release details are fetched first; an error opens the release error dialog.
 * With its release given, a track starts synchronously: browsers allow sound only during the press.
 */
export interface PlayActions {
  /** Loads the tracks and the first audio token of a release, called on hover and focus. */
  prefetch(releaseid: string): void;
  play(release: Release): Promise<void>;
  playNext(release: Release): Promise<void>;
  playLater(release: Release): Promise<void>;
  playTrack(track: Track, release?: Release): Promise<void>;
  playTrackNext(track: Track): Promise<void>;
  playTrackLater(track: Track): Promise<void>;
}

/** The returned object is stable while the query client is. */
export function usePlayActions(): PlayActions {
  const fetchRelease = useFetchRelease();
  const fetchToken = useFetchAudioToken();
  return useMemo(() => createPlayActions(fetchRelease, fetchToken), [fetchRelease, fetchToken]);
}

/** State and handler of a release's play button. */
export function usePlayRelease(release: Release): { isPlaying: boolean; isStarting: boolean; press: () => void } {
  const { play } = usePlayActions();
  const [isStarting, setStarting] = useState(false);
  const isCurrent = usePlayer(({ song }) => song?.releaseid === release.releaseid);
  const isPlaying = usePlayer((player) => player.isPlaying && player.song?.releaseid === release.releaseid);
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

/** The menu items "Play next" and "Play later". */
export const queueMenuItems = (t: Translate, { isDisabled, playNext, playLater }: QueueMenuOptions): MenuItem[] => [
  { id: 'next', icon: ListStart, label: t('release.play-next'), isDisabled, onAction: playNext },
  { id: 'later', icon: ListEnd, label: t('release.play-later'), isDisabled, onAction: playLater },
];

function createPlayActions(fetchRelease: FetchRelease, fetchToken: FetchAudioToken): PlayActions {
  async function queueRelease(release: Release, add: (item: QueueItem) => void): Promise<void> {
    try {
      const { songs } = await fetchRelease(release.releaseid);
      const item = createReleaseItem(release, songs, newId);
      if (item) add(item);
    } catch (error) {
      showReleaseError(error);
    }
  }
  async function queueTrack(track: Track, add: (item: QueueItem) => void, release?: Release): Promise<void> {
    try {
      const item = createSongItem(release ?? (await fetchRelease(track.releaseid)), track, newId);
      if (item) add(item);
    } catch (error) {
      showReleaseError(error);
    }
  }
  async function prefetch(releaseid: string): Promise<void> {
    try {
      const { songs } = await fetchRelease(releaseid);
      const first = songs.find(({ assettype }) => assettype === 'audio');
      if (first) await fetchToken(first.trackid);
    } catch (error) {
      logged('Could not prefetch a release', error);
    }
  }
  return {
    prefetch: (releaseid) => void prefetch(releaseid),
    play: (release) => queueRelease(release, playItem),
    playNext: (release) => queueRelease(release, playItemNext),
    playLater: (release) => queueRelease(release, playItemLater),
    playTrack: (track, release) => queueTrack(track, playItem, release),
    playTrackNext: (track) => queueTrack(track, playItemNext),
    playTrackLater: (track) => queueTrack(track, playItemLater),
  };
}
