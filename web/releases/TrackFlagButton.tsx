import type { Release, Track } from '@promenade/contract/catalogue';
import { Flag } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useMarks } from './flagData.ts';
import { useMarked, useMarkedTrack } from './heldData.ts';
import { trackName } from './trackName.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'size' | 'tabIndex' | 'className'> {
  release: Release;
  track: Track;
}

/** Keeps a track for later, and its release in the flagged list; not while that is archived (C-TRACK-07). */
export function TrackFlagButton({ release, track, size = 'small', ...look }: Props) {
  const t = useText();
  const { flagTrack } = useMarks();
  const { archived } = useMarked(release);
  const { flagged } = useMarkedTrack(track);
  return (
    <IconButton
      {...look}
      size={size}
      icon={Flag}
      iconSize={18}
      filled={flagged}
      pressed={flagged}
      label={t('library.flag', { title: trackName(track) })}
      disabled={archived}
      onClick={() => flagTrack(release, track)}
    />
  );
}
