import type { Release, Track } from '@promenade/contract/catalogue';
import { Flag, FlagOff } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useCachedRelease, useCachedTrack } from './cacheData.ts';
import { formatTrackTitle } from './format.ts';
import { MarkButton, type MarkButtonProps } from './MarkButton.tsx';
import { useMarks } from './marksData.ts';

interface Props extends MarkButtonProps {
  release: Release;
}

/** Flags or unflags a release; disabled while it is archived (requirement C-FLAG-07). */
export function FlagButton({ release, ...buttonProps }: Props) {
  const t = useText();
  const { toggleFlag } = useMarks();
  const { flagged, archived, title } = useCachedRelease(release);
  return (
    <MarkButton
      {...buttonProps}
      icon={Flag}
      filled={flagged}
      isOn={flagged}
      word={t('table.flag')}
      label={t('library.flag', { title })}
      tooltip={t(flagged ? 'library.unflag-short' : 'library.flag', { title })}
      disabled={archived}
      onClick={() => toggleFlag(release)}
    />
  );
}

/** Flags or unflags a track; disabled while its release is archived (requirement C-TRACK-07). */
export function TrackFlagButton({ release, track, size = 'small', ...buttonProps }: Props & { track: Track }) {
  const t = useText();
  const { toggleTrackFlag } = useMarks();
  const { archived } = useCachedRelease(release);
  const { flagged } = useCachedTrack(track);
  const title = formatTrackTitle(track);
  return (
    <MarkButton
      {...buttonProps}
      size={size}
      icon={Flag}
      iconSize={18}
      filled={flagged}
      isOn={flagged}
      word={t('table.flag')}
      label={t('library.flag', { title })}
      tooltip={t(flagged ? 'library.unflag-short' : 'library.flag', { title })}
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
