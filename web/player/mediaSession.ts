import { useEffect } from 'react';
import { playPause, skipBack, skipForward } from './playback.ts';
import { requestSeek } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';

/** Seconds that a system's own forward and back buttons jump. */
const JUMP_S = 10;

/** Shows the song on lock screens and media keys, and follows their buttons. */
export function useMediaSession(): void {
  const song = usePlayer((player) => player.song);
  const isPlaying = usePlayer((player) => player.isPlaying);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    return takeActions(navigator.mediaSession);
  }, []);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = song && metadata(song);
    navigator.mediaSession.playbackState = !song ? 'none' : isPlaying ? 'playing' : 'paused';
  }, [song, isPlaying]);
}

function metadata({ title, version, artist, album, coverart }: Song): MediaMetadata {
  const artwork = coverart
    ? [{ src: new URL(coverart, location.href).href, sizes: '500x500', type: 'image/webp' }]
    : [];
  return new MediaMetadata({ title: version ? `${title} (${version})` : title, artist, album, artwork });
}

function takeActions(session: MediaSession): () => void {
  const seekBy = (seconds: number) => usePlayer.setState((player) => requestSeek(player, player.currentTime + seconds));
  const wants = (isPlaying: boolean) => () => usePlayer.getState().isPlaying !== isPlaying && playPause();
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: wants(true),
    pause: wants(false),
    previoustrack: skipBack,
    nexttrack: skipForward,
    seekto: ({ seekTime }) => usePlayer.setState((player) => requestSeek(player, seekTime ?? 0)),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? JUMP_S),
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? JUMP_S)),
  };
  const names = Object.keys(actions) as MediaSessionAction[];
  for (const name of names) set(session, name, actions[name] ?? null);
  const stopPosition = usePlayer.subscribe((player, before) => {
    const hasJumped = player.seekTime === null && before.seekTime !== null;
    const isNew =
      player.song !== before.song || player.duration !== before.duration || player.isPlaying !== before.isPlaying;
    if (player.song && (hasJumped || isNew)) {
      session.setPositionState({ duration: player.duration, position: Math.min(player.currentTime, player.duration) });
    }
  });
  return () => {
    stopPosition();
    for (const name of names) set(session, name, null);
  };
}

/** An action that a browser does not know throws; the others still work. */
function set(session: MediaSession, name: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(name, handler);
  } catch {
    // This browser has no such button.
  }
}
