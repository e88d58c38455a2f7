import { useEffect } from 'react';
import { formatTrackTitle } from '../../catalogue/format.ts';
import { playPause, skipBack, skipForward } from '../playback.ts';
import { requestSeek } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';

const SEEK_OFFSET_S = 10;

/** Publishes the current track to lock screens and media keys and handles their actions. */
export function useMediaSession(): void {
  const song = usePlayer((player) => player.song);
  const isPlaying = usePlayer((player) => player.isPlaying);
  useEffect(() => ('mediaSession' in navigator ? connectSession(navigator.mediaSession) : undefined), []);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = song && createMetadata(song);
    navigator.mediaSession.playbackState = !song ? 'none' : isPlaying ? 'playing' : 'paused';
  }, [song, isPlaying]);
}

function createMetadata(song: Song): MediaMetadata {
  const { artist, album, coverart } = song;
  const pixels = /-(\d+)\.webp$/.exec(coverart ?? '')?.[1] ?? 500;
  const artwork = coverart
    ? [{ src: new URL(coverart, location.href).href, sizes: `${pixels}x${pixels}`, type: 'image/webp' }]
    : [];
  return new MediaMetadata({ title: formatTrackTitle(song), artist, album, artwork });
}

function connectSession(session: MediaSession): () => void {
  const seekBy = (seconds: number) => usePlayer.setState((player) => requestSeek(player, player.currentTime + seconds));
  const toggleUnless = (isPlaying: boolean) => () => usePlayer.getState().isPlaying !== isPlaying && playPause();
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: toggleUnless(true),
    pause: toggleUnless(false),
    previoustrack: skipBack,
    nexttrack: skipForward,
    seekto: ({ seekTime }) => usePlayer.setState((player) => requestSeek(player, seekTime ?? 0)),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? SEEK_OFFSET_S),
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_OFFSET_S)),
  };
  const actions = Object.keys(handlers) as MediaSessionAction[];
  for (const action of actions) setHandler(session, action, handlers[action] ?? null);
  const unsubscribe = usePlayer.subscribe((player, before) => {
    const hasSeeked = player.seekTime === null && before.seekTime !== null;
    const hasChanged =
      player.song !== before.song || player.duration !== before.duration || player.isPlaying !== before.isPlaying;
    if (player.song && (hasSeeked || hasChanged)) {
      session.setPositionState({ duration: player.duration, position: Math.min(player.currentTime, player.duration) });
    }
  });
  return () => {
    unsubscribe();
    for (const action of actions) setHandler(session, action, null);
  };
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not support this action.
  }
}
