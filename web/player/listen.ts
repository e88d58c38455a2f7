import type { Release, Track } from '@promenade/contract/catalogue';
import { useMemo, useState } from 'react';
import { logged } from '../platform/logged.ts';
import { newId } from '../platform/newId.ts';
import { type AskRelease, useAskRelease } from '../releases/data.ts';
import { showRefused } from '../releases/refusedStore.ts';
import { type AskToken, useAskToken } from './data.ts';
import { playItem, playItemLater, playItemNext, playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { type QueueItem, releaseItem, songItem } from './queue.ts';

/** Ways from a release to the player. Its tracks are fetched first where they are not here yet; a refusal opens the error modal. */
export interface Listen {
  /** Under the pointer or the focus: has everything at hand that a press needs. */
  prepare(releaseid: string): void;
  play(release: Release): Promise<void>;
  playNext(release: Release): Promise<void>;
  playLater(release: Release): Promise<void>;
  playTrack(release: Release, track: Track): void;
  /** The same where only the track is here. */
  playFound(track: Track): Promise<void>;
  playFoundNext(track: Track): Promise<void>;
  playFoundLater(track: Track): Promise<void>;
}

/** The same object as long as the cache is the same. */
export function useListen(): Listen {
  const askRelease = useAskRelease();
  const askToken = useAskToken();
  return useMemo(() => listen(askRelease, askToken), [askRelease, askToken]);
}

/** The one play button of a release: what it shows, and what a press does. */
export function usePlayRelease(release: Release): { isPlaying: boolean; isStarting: boolean; press: () => void } {
  const { play } = useListen();
  const [isStarting, setStarting] = useState(false);
  const sound = usePlayer(({ song, isPlaying }) =>
    song?.releaseid === release.releaseid ? (isPlaying ? 'on' : 'paused') : 'off',
  );
  async function start() {
    setStarting(true);
    await play(release);
    setStarting(false);
  }
  return { isPlaying: sound === 'on', isStarting, press: () => (sound === 'off' ? void start() : playPause()) };
}

function listen(askRelease: AskRelease, askToken: AskToken): Listen {
  return {
    prepare: (releaseid) => void prepare(askRelease, askToken, releaseid),
    play: (release) => queueRelease(askRelease, release, playItem),
    playNext: (release) => queueRelease(askRelease, release, playItemNext),
    playLater: (release) => queueRelease(askRelease, release, playItemLater),
    playTrack: (release, track) => {
      const item = songItem(release, track, newId);
      if (item) playItem(item);
    },
    playFound: (track) => queueFound(askRelease, track, playItem),
    playFoundNext: (track) => queueFound(askRelease, track, playItemNext),
    playFoundLater: (track) => queueFound(askRelease, track, playItemLater),
  };
}

async function queueRelease(askRelease: AskRelease, release: Release, put: (item: QueueItem) => void): Promise<void> {
  try {
    const { songs } = await askRelease(release.releaseid);
    const item = releaseItem(release, songs, newId);
    if (item) put(item);
  } catch (failure) {
    showRefused(failure);
  }
}

async function queueFound(askRelease: AskRelease, track: Track, put: (item: QueueItem) => void): Promise<void> {
  try {
    const item = songItem(await askRelease(track.releaseid), track, newId);
    if (item) put(item);
  } catch (failure) {
    showRefused(failure);
  }
}

async function prepare(askRelease: AskRelease, askToken: AskToken, releaseid: string): Promise<void> {
  try {
    const { songs } = await askRelease(releaseid);
    const first = songs.find(({ assettype }) => assettype === 'audio');
    if (first) await askToken(first.trackid);
  } catch (failure) {
    logged('Nothing could be prepared for this release', failure);
  }
}
