import { useEffect, useState } from 'react';
import { formatExplicitTitle, formatTrackTitle } from '../catalogue/format.ts';
import { setPlayingTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useIsUnplayable, usePlayer } from './playerStore.ts';

/** Names the playing song in the title of the document and in a live region, which also tells a pause. */
export function NowPlaying() {
  const t = useText();
  const song = usePlayer((player) => player.song);
  const isSounding = usePlayer(({ isPlaying, isLoading }) => isPlaying && !isLoading);
  const isPlaying = usePlayer((player) => player.isPlaying);
  const isUnplayable = useIsUnplayable(song?.trackid);
  const [announcement, setAnnouncement] = useState('');
  const names = song && { title: formatTrackTitle(song), artist: song.artist };
  let current: string | undefined;
  if (!names) current = '';
  else if (isUnplayable) current = t('player.unplayable-song', names);
  else if (isSounding) current = t('player.now-playing', names);
  else if (!isPlaying && announcement !== '') current = t('player.paused');
  if (current !== undefined && current !== announcement) setAnnouncement(current);
  const title =
    names && isPlaying && !isUnplayable
      ? `${formatExplicitTitle({ ...names, explicit: song.explicit })}, ${song.artist}`
      : '';
  useEffect(() => {
    setPlayingTitle(title);
    return () => setPlayingTitle('');
  }, [title]);
  return (
    // The attribute keeps the region announced while a modal dialog is open.
    <p className="visuallyHidden" aria-live="polite" data-react-aria-top-layer>
      {announcement}
    </p>
  );
}
