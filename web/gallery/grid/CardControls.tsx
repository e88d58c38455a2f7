import type { Release } from '@promenade/contract/catalogue';
import { Info, Pause, Play } from 'lucide-react';
import { IconButton } from '../../design/IconButton.tsx';
import { DownloadIcons } from '../../downloads/DownloadIcons.tsx';
import { useText } from '../../platform/text.ts';
import { usePlayRelease } from '../../player/playActions.ts';
import styles from './CardControls.module.css';

interface Props {
  release: Release;
  tabIndex: number;
  onInfo: (release: Release) => void;
}

/** The buttons over the cover on hover or focus (requirement C-GALLERY-06). */
export function CardControls({ release, tabIndex, onInfo }: Props) {
  const t = useText();
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  const isUnplayable = release.duration === 0;
  return (
    <div className={styles.controls}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        variant="accent"
        size="large"
        iconSize={22}
        label={t('release.play', { title: release.title })}
        pressed={isPlaying}
        title={t(isPlaying ? 'release.pause' : 'release.play', { title: release.title })}
        disabled={isUnplayable}
        aria-busy={isStarting || undefined}
        tabIndex={tabIndex}
        onClick={press}
      />
      <div className={styles.more}>
        <DownloadIcons release={release} tabIndex={tabIndex} />
        <IconButton
          icon={Info}
          label={t('release.info', { title: release.title })}
          disabled={isUnplayable}
          tabIndex={tabIndex}
          onClick={() => onInfo(release)}
        />
      </div>
    </div>
  );
}
