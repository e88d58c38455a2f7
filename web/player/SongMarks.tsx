import { Flag, SmilePlus } from 'lucide-react';
import { useRelease } from '../catalogue/data.ts';
import { TrackFlagButton } from '../catalogue/FlagButton.tsx';
import { formatTrackTitle } from '../catalogue/format.ts';
import { ReactionButton } from '../catalogue/reaction/ReactionButton.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { getMoment } from './playerStore.ts';
import type { Song } from './queue/queue.ts';

/** Flags the track in the player, and reacts to its release; disabled until that is loaded. */
export function SongMarks({ song }: { song: Song }) {
  const t = useText();
  const { release } = useRelease(song.releaseid);
  const track = release?.songs.find(({ trackid }) => trackid === song.trackid);
  const title = formatTrackTitle(song);
  if (release && track)
    return (
      <>
        <TrackFlagButton release={release} track={track} size="medium" />
        <ReactionButton release={release} getMoment={() => getMoment(song)} />
      </>
    );
  return (
    <>
      <IconButton icon={Flag} iconSize={18} label={t('library.flag', { title })} disabled />
      <IconButton icon={SmilePlus} iconSize={18} label={t('reaction.react', { title: song.album })} disabled />
    </>
  );
}
