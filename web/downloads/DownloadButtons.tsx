import type { Release, Track } from '@promenade/contract/catalogue';
import { ArrowDownToLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { formatTrackTitle } from '../releases/format.ts';
import styles from './DownloadButtons.module.css';
import { useDownloadActions } from './downloadActions.ts';
import { useCanDownloadTrack, useDownloadsEnabled } from './optionsData.ts';

const FORMATS = ['wav', 'mp3'] as const;

interface ReleaseProps {
  release: Release;
  tabIndex?: number;
  /** `icons` show the format only, and no hint if the release cannot be downloaded. */
  variant?: 'buttons' | 'icons';
}

/** Buttons that download a release, or a hint that it is stream-only. Renders nothing until that is loaded (requirement C-DOWNLOAD-20). */
export function DownloadRelease({ release, tabIndex, variant = 'buttons' }: ReleaseProps) {
  const t = useText();
  const download = useDownloadActions();
  const isEnabled = useDownloadsEnabled();
  const { title } = release;
  if (isEnabled === undefined) return null;
  if (!isEnabled || !release.candownload)
    return variant === 'icons' ? null : <p className={styles.hint}>{t('download.stream-only')}</p>;
  return FORMATS.map((format) => {
    const props = { tabIndex, onClick: () => void download.release(release, format) };
    return variant === 'icons' ? (
      <FormatButton key={format} format={format} label={t(`download.all-of-${format}`, { title })} {...props} />
    ) : (
      <Button key={format} icon={ArrowDownToLine} {...props}>
        {t(`download.all-${format}`)}
      </Button>
    );
  });
}

/** Buttons that download a track as WAV or MP3, or a video as MP4, if allowed (requirement C-TRACK-02). */
export function DownloadTrack({ track, tabIndex }: { track: Track; tabIndex?: number }) {
  const t = useText();
  const download = useDownloadActions();
  if (!useCanDownloadTrack(track)) return null;
  const title = formatTrackTitle(track);
  const button = (format: 'wav' | 'mp3' | 'mp4', onClick: () => void) => (
    <FormatButton
      key={format}
      format={format}
      label={t(`download.track-${format}`, { title })}
      tabIndex={tabIndex}
      onClick={onClick}
    />
  );
  if (track.assettype === 'video') return button('mp4', () => void download.video(track));
  return FORMATS.map((format) => button(format, () => void download.track(track, format)));
}

type FormatButtonProps = { format: string; label: string } & ComponentProps<'button'>;

function FormatButton({ format, label, ...rest }: FormatButtonProps) {
  return (
    <button {...rest} type="button" className={styles.format} title={label} aria-label={label}>
      <Icon icon={ArrowDownToLine} size={15} />
      <span aria-hidden>{format.toUpperCase()}</span>
    </button>
  );
}
