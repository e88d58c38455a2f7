import type { Release, Track } from '@promenade/contract/catalogue';
import { Flag, FlagOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useCachedRelease, useCachedTrack } from './cacheData.ts';
import { formatTrackTitle } from './format.ts';
import styles from './Marks.module.css';
import { useMarks } from './marksData.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'variant' | 'size' | 'tabIndex' | 'className'> {
  release: Release;
}

/** Flags or unflags a release; disabled while it is archived (requirement C-FLAG-07). */
export function FlagButton({ release, className, ...buttonProps }: Props) {
  const t = useText();
  const { toggleFlag } = useMarks();
  const { flagged, archived, title } = useCachedRelease(release);
  return (
    <IconButton
      {...buttonProps}
      icon={Flag}
      filled={flagged}
      className={classNames(flagged && styles.accent, className)}
      label={t(flagged ? 'library.unflag-short' : 'library.flag', { title })}
      disabled={archived}
      onClick={() => toggleFlag(release)}
    />
  );
}

/** Flags or unflags a track; disabled while its release is archived (requirement C-TRACK-07). */
export function TrackFlagButton({
  release,
  track,
  size = 'small',
  className,
  ...buttonProps
}: Props & { track: Track }) {
  const t = useText();
  const { toggleTrackFlag } = useMarks();
  const { archived } = useCachedRelease(release);
  const { flagged } = useCachedTrack(track);
  return (
    <IconButton
      {...buttonProps}
      size={size}
      icon={Flag}
      iconSize={18}
      filled={flagged}
      className={classNames(flagged && styles.accent, className)}
      label={t(flagged ? 'library.unflag-short' : 'library.flag', { title: formatTrackTitle(track) })}
      disabled={archived}
      onClick={() => toggleTrackFlag(release, track)}
    />
  );
}

/** Clears the flags of a release and of its tracks. */
export function UnflagButton({ release, ...buttonProps }: Props) {
  const t = useText();
  const { clearFlags } = useMarks();
  return (
    <IconButton
      {...buttonProps}
      icon={FlagOff}
      label={t('library.unflag', { title: release.title })}
      onClick={() => clearFlags(release)}
    />
  );
}
