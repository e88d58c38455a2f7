import type { Release, Track } from '@promenade/contract/catalogue';
import type { AudioFormat } from '@promenade/contract/fields';
import { ArrowDownToLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatTrackTitle } from '../catalogue/format.ts';
import { Button } from '../design/Button.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { useText } from '../platform/text.ts';
import { addSize, getBundleContent, getFileBytes, hasFormat, listOmitted } from './bundle.ts';
import styles from './DownloadButtons.module.css';
import { useDownloadActions } from './downloadActions.ts';
import type { DownloadedPlaylist } from './downloads.ts';
import { FormatButton, StreamOnly } from './FormatButton.tsx';
import { useDownloadFormats, useDownloadOffer, useTrackDownloadOffer } from './optionsData.ts';

/** Those with a button of their own; the others are in menus. */
const FORMATS = ['wav', 'mp3'] as const;

interface ReleaseProps {
  release: Release;
  /** Undefined while loading. */
  songs?: readonly Track[] | undefined;
}

/** Buttons that download a release, or a hint that it is stream-only (requirement C-DOWNLOAD-20). */
export function DownloadRelease({ release, songs }: ReleaseProps) {
  const t = useText();
  const download = useDownloadActions();
  return (
    <BundleButtons
      candownload={release.candownload}
      songs={songs}
      label={(format) => t(`download.all-${format}`)}
      size="small"
      onDownload={(format) => void download.release(release, format)}
    />
  );
}

type PlaylistProps = Pick<ComponentProps<typeof Button>, 'className'> & {
  playlist: DownloadedPlaylist & { candownload: boolean };
  songs: readonly Track[];
};

export function DownloadPlaylist({ playlist, songs, className }: PlaylistProps) {
  const t = useText();
  const download = useDownloadActions();
  return (
    <BundleButtons
      candownload={playlist.candownload}
      songs={songs}
      label={(format) => t(`playlist.download-${format}`)}
      size="small"
      className={className}
      onDownload={(format) => void download.playlist(playlist, format)}
    />
  );
}

interface BundleProps extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  candownload: boolean;
  songs: readonly Track[] | undefined;
  label: (format: AudioFormat) => string;
  onDownload: (format: AudioFormat) => void;
}

/** A button for each format with its size, and what the zips leave out. */
function BundleButtons({ candownload, songs = [], label, onDownload, ...button }: BundleProps) {
  const t = useText();
  const formats = useDownloadFormats();
  const hasDownloads = songs.length === 0 || songs.some((song) => song.candownload);
  const offer = useDownloadOffer({ candownload: candownload && hasDownloads });
  if (offer === 'stream-only') return <StreamOnly />;
  if (offer === undefined) return null;
  const contents = FORMATS.map((format) => ({ format, ...getBundleContent(songs, format) }));
  const isMissing = (tracks: readonly unknown[]) => songs.length > 0 && tracks.length === songs.length;
  const others = formats
    .filter((format) => format !== 'wav' && format !== 'mp3')
    .map((format) => {
      const { bytes, omitted: tracks } = getBundleContent(songs, format);
      return {
        id: format,
        icon: ArrowDownToLine,
        label: addSize(t, label(format), songs.length > 0 ? bytes : undefined),
        isDisabled: isMissing(tracks),
        onAction: () => onDownload(format),
      };
    });
  // What can only be streamed is left out of both formats.
  const omitted = new Set(contents.flatMap(({ format, omitted: tracks }) => listOmitted(t, tracks, format)));
  return (
    <>
      {contents.map(({ format, bytes, omitted: tracks }) => (
        <Button
          key={format}
          {...button}
          icon={ArrowDownToLine}
          disabled={isMissing(tracks)}
          onClick={() => onDownload(format)}
        >
          {addSize(t, label(format), songs.length > 0 ? bytes : undefined)}
        </Button>
      ))}
      <span className={button.className}>
        <MenuButton label={t('download.other-formats')} items={others} />
      </span>
      {omitted.size > 0 && (
        <p className={styles.omitted}>{t('download.not-included', { tracks: [...omitted].join('; ') })}</p>
      )}
    </>
  );
}

/** Buttons that download a track as WAV or MP3, or a video as MP4, or a hint (requirements C-TRACK-02, C-DOWNLOAD-20). */
export function DownloadTrack({ track, tabIndex }: { track: Track; tabIndex?: number }) {
  const t = useText();
  const download = useDownloadActions();
  const offer = useTrackDownloadOffer(track);
  if (offer === 'stream-only') return <StreamOnly />;
  if (offer === undefined) return null;
  const title = formatTrackTitle(track);
  const button = (format: 'wav' | 'mp3' | 'mp4', onClick: () => void) => (
    <FormatButton
      key={format}
      format={format}
      label={addSize(t, t(`download.track-${format}`, { title }), getFileBytes(track.sizes, format))}
      tabIndex={tabIndex}
      onClick={onClick}
    />
  );
  if (track.assettype === 'video') return button('mp4', () => void download.video(track));
  return FORMATS.filter((format) => hasFormat(track.sizes, format)).map((format) =>
    button(format, () => void download.track(track, format)),
  );
}
