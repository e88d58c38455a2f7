import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import { useMemo, useState } from 'react';
import { newId } from '../platform/newId.ts';
import { useText } from '../platform/text.ts';
import { playItem, playItemLater, playItemNext, playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { playPlaylist } from '../player/playlistsInQueue.ts';
import { playlistItem, type QueueItem, songAgain } from '../player/queue.ts';
import { playQueued } from '../player/queueHandling.ts';
import { useQueue } from '../player/queueStore.ts';
import { useAskPlaylist } from './data.ts';
import { tellFailure } from './failed.ts';

/** The one play button of a playlist: what it shows, and what a press does. */
export function usePlayPlaylist({ playlistid }: Pick<Playlist, 'playlistid'>) {
  const t = useText();
  const ask = useAskPlaylist();
  const [isStarting, setStarting] = useState(false);
  const isOn = useIsOn(playlistid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  async function start() {
    setStarting(true);
    try {
      const playlist = await ask(playlistid);
      const item = playlistItem(playlist, playlist.items, newId);
      if (item) playPlaylist(item);
    } catch (failure) {
      tellFailure(t, failure);
    }
    setStarting(false);
  }
  return { isPlaying, isStarting, press: () => (isOn ? playPause() : void start()) };
}

/** What can be heard of a single track. */
export interface TrackPlaying {
  /** In its playlist where that is queued, else by itself. */
  play(track: PlaylistTrack): void;
  playNext(track: PlaylistTrack): void;
  playLater(track: PlaylistTrack): void;
}

/** The same object as long as the playlist is the same. */
export function useTrackPlaying(playlistid: string): TrackPlaying {
  return useMemo(() => {
    const queue = (track: PlaylistTrack, put: (item: QueueItem) => void) => {
      const item = alone(track);
      if (item) put(item);
    };
    return {
      play: (track) => {
        const place = placeOf(playlistid, track.trackid);
        if (place) playQueued(place);
        else queue(track, playItem);
      },
      playNext: (track) => queue(track, playItemNext),
      playLater: (track) => queue(track, playItemLater),
    };
  }, [playlistid]);
}

/** Whether the song that the player has on stands in this playlist's item of the queue. */
const useIsOn = (playlistid: string): boolean => {
  const selected = useQueue(({ items, selectedItem }) => items.find(({ uuid }) => uuid === selectedItem));
  const hasSong = usePlayer(({ song }) => song !== null);
  return hasSong && selected?.type === 'playlist' && selected.playlistid === playlistid;
};

function placeOf(playlistid: string, trackid: string): { item: string; song: string } | undefined {
  for (const item of useQueue.getState().items) {
    const isThis = item.type === 'playlist' && item.playlistid === playlistid;
    const song = isThis ? item.songs.find((one) => one.trackid === trackid) : undefined;
    if (song) return { item: item.uuid, song: song.uuid };
  }
  return undefined;
}

function alone(track: PlaylistTrack): QueueItem | undefined {
  const song = playlistItem({ playlistid: '', name: '', thumbnail: null }, [track], newId)?.songs[0];
  return song && songAgain(song, newId);
}
