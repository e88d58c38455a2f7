import { Flag } from 'lucide-react';
import { useRelease } from '../catalogue/data.ts';
import { TrackFlagButton } from '../catalogue/FlagButton.tsx';
import { formatTrackTitle } from '../catalogue/format.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import type { Song } from './queue/queue.ts';

/** Flags the track in the player; disabled until its release is loaded. */
export function SongFlagButton({ song }: { song: Song }) {
  const t = useText();
  const { release } = useRelease(song.releaseid);
  const track = release?.songs.find(({ trackid }) => trackid === song.trackid);
  if (release && track) return <TrackFlagButton release={release} track={track} size="medium" />;
  return <IconButton icon={Flag} iconSize={18} label={t('library.flag', { title: formatTrackTitle(song) })} disabled />;
}
