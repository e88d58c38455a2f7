import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { getSmallCover } from '../releases/format.ts';
import styles from './DownloadRow.module.css';
import { type DownloadItem, isZipped, restartItem, getDisplayState } from './downloads.ts';
import { updateDownloads } from './downloadsStore.ts';

const COVER_PX = 160;

interface Props {
  item: DownloadItem;
  onRemove: (downloadID: string, event: MouseEvent) => void;
}

/** A row of the download manager; a click anywhere on a failed one restarts it (requirements C-DOWNLOAD-08, C-DOWNLOAD-24). */
export function DownloadRow({ item, onRemove }: Props) {
  const t = useText();
  const { title, version, artist, explicit, trackcount, coverart, downloadID, format } = item;
  const details = [isZipped(item) && t('download.tracks', { count: trackcount }), format.toUpperCase()];
  return (
    <li className={styles.row}>
      <CoverArt src={coverart && getSmallCover(coverart)} pixels={COVER_PX} className={styles.cover ?? ''} />
      <div className={styles.words}>
        <p className={styles.title}>
          <span className={styles.name}>
            <bdi>{title}</bdi>
            {version && <span className={styles.version}>{` (${version})`}</span>}
          </span>
          {explicit && <ExplicitMark />}
        </p>
        <p className={styles.facts}>
          {artist && <bdi className={styles.artist}>{artist}</bdi>}
          <span>{details.filter(Boolean).join(' · ')}</span>
        </p>
        <State item={item} />
      </div>
      <IconButton
        icon={X}
        size="small"
        iconSize={18}
        data-remove
        label={t('download.remove', { title })}
        className={styles.remove}
        onClick={(event) => onRemove(downloadID, event)}
      />
    </li>
  );
}

function State({ item }: Pick<Props, 'item'>) {
  const t = useText();
  const { title, downloadID } = item;
  const { state, percent } = getDisplayState(item);
  if (state === 'failed') {
    return (
      <button
        type="button"
        className={styles.restart}
        aria-label={t('download.restart', { title })}
        onClick={() => updateDownloads((items) => restartItem(items, downloadID))}
      >
        <span>{t('download.failed')}</span> <span className={styles.again}>{t('download.again')}</span>
      </button>
    );
  }
  const hasProgress = state === 'loading' || state === 'zipping';
  return (
    <p className={styles.state} data-state={state}>
      {hasProgress && <progress max={100} value={percent} aria-label={title} className={styles.bar} />}
      {state === 'loading' ? t('download.percent', { percent }) : t(`download.${state}`)}
    </p>
  );
}
