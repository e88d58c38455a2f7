import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import { useMemo, useState } from 'react';
import type { TableSort } from '../design/tableColumns.ts';
import { createId } from '../platform/createId.ts';
import { playItem, playItemLater, playItemNext, playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { createItemFromSong, createPlaylistItem, type QueueItem } from '../player/queue/queue.ts';
import { playPlaylist, playQueueItem, replaceQueue } from '../player/queue/queueActions.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { type PlaylistWithTracks, useFetchPlaylist } from './data.ts';
import { notifyPlaylistFailure } from './playlistActions.ts';
import { PLAYLIST_ORDER, sortTracks } from './trackSort.ts';

/** State and action of the play button of a playlist. */
export function usePlayPlaylist({ playlistid }: Pick<Playlist, 'playlistid'>, sort: TableSort = PLAYLIST_ORDER) {
  const fetchPlaylist = useFetchPlaylist();
  const [isStarting, setStarting] = useState(false);
  const isCurrent = useIsCurrent(playlistid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isCurrent;
  async function start() {
    setStarting(true);
    try {
      const playlist = await fetchPlaylist(playlistid);
      const item = createPlaylistItem({ ...playlist, sort }, sortTracks(playlist.items, sort), createId);
      if (item) playPlaylist(item);
    } catch (failure) {
      notifyPlaylistFailure(failure);
    }
    setStarting(false);
  }
  return { isPlaying, isStarting, press: () => (isCurrent ? playPause() : void start()) };
}

/** Whether the song in the player belongs to this playlist in the queue. */
const useIsCurrent = (playlistid: string): boolean => {
  const selected = useQueue(({ items, selectedItem }) => items.find(({ uuid }) => uuid === selectedItem));
  const hasSong = usePlayer(({ song }) => song !== null);
  return hasSong && selected?.type === 'playlist' && selected.playlistid === playlistid;
};

export type TrackPlayback = ReturnType<typeof useTrackPlayback>;

/** The playlist has its tracks in the order in which they are shown, that of `sort`. The returned object is stable while both are. */
export function useTrackPlayback(playlist: PlaylistWithTracks, sort: TableSort) {
  return useMemo(() => {
    const { playlistid, items } = playlist;
    const enqueue = (track: PlaylistTrack, action: (item: QueueItem) => void) => {
      const song = createPlaylistItem({ playlistid: '', name: '', thumbnail: null }, [track], createId)?.songs[0];
      if (song) action(createItemFromSong(song, createId));
    };
    return {
      /** Plays the track within the playlist when that is in the queue, else alone. */
      play: (track: PlaylistTrack) => {
        const queued = findInQueue(playlistid, track.trackid);
        if (queued) playQueueItem(queued);
        else enqueue(track, playItem);
      },
      /** Replaces the queue by the track and those after it in the playlist. */
      playFrom: ({ trackid }: PlaylistTrack) => {
        const following = items.slice(items.findIndex((item) => item.trackid === trackid));
        const item = createPlaylistItem({ ...playlist, sort }, following, createId);
        if (item) replaceQueue(item);
      },
      playNext: (track: PlaylistTrack) => enqueue(track, playItemNext),
      playLater: (track: PlaylistTrack) => enqueue(track, playItemLater),
    };
  }, [playlist, sort]);
}

function findInQueue(playlistid: string, trackid: string): { item: string; song: string } | undefined {
  for (const item of useQueue.getState().items) {
    const isPlaylist = item.type === 'playlist' && item.playlistid === playlistid;
    const song = isPlaylist ? item.songs.find((queued) => queued.trackid === trackid) : undefined;
    if (song) return { item: item.uuid, song: song.uuid };
  }
  return undefined;
}
