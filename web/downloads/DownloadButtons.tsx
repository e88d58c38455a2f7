import type { Release } from '@promenade/contract/catalogue';
import { ArrowDownToLine } from 'lucide-react';
import { Button } from '../design/Button.tsx';
import { useText } from '../platform/text.ts';
import styles from './DownloadButtons.module.css';
import { FormatButton } from './FormatButton.tsx';
import { useDownloadsEnabled } from './optionsData.ts';
import { useDownloadActions } from './downloadActions.ts';

const FORMATS = ['wav', 'mp3'] as const;

interface Props {
  release: Release;
  tabIndex?: number;
  /** `icons` have no words but their format, and leave out the hint. */
  look?: 'buttons' | 'icons';
}

/** Takes all of a release home, or tells that it can only be heard; nothing until that is known (C-DOWNLOAD-20). */
export function DownloadRelease({ release, tabIndex, look = 'buttons' }: Props) {
  const t = useText();
  const download = useDownloadActions();
  const isEnabled = useDownloadsEnabled();
  const { title } = release;
  if (isEnabled === undefined) return null;
  if (!isEnabled || !release.candownload)
    return look === 'icons' ? null : <p className={styles.hint}>{t('download.stream-only')}</p>;
  return FORMATS.map((format) =>
    look === 'icons' ? (
      <FormatButton
        key={format}
        word={format.toUpperCase()}
        label={t(`download.all-of-${format}`, { title })}
        tabIndex={tabIndex}
        onClick={() => void download.release(release, format)}
      />
    ) : (
      <Button
        key={format}
        icon={ArrowDownToLine}
        tabIndex={tabIndex}
        onClick={() => void download.release(release, format)}
      >
        {t(`download.all-${format}`)}
      </Button>
    ),
  );
}
