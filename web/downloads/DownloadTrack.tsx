import type { Track } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import { trackName } from '../releases/trackName.ts';
import { FormatButton } from './FormatButton.tsx';
import { useCanDownload } from './optionsData.ts';
import { platformAllowsTrackDownload } from './platform.ts';
import { useDownload } from './useDownload.ts';

interface Props {
  track: Track;
  tabIndex?: number;
}

/** Takes one track home as WAV or MP3, a video as it is; not there where that is not allowed (C-TRACK-02). */
export function DownloadTrack({ track, tabIndex }: Props) {
  const t = useText();
  const download = useDownload();
  const canDownload = useCanDownload(track);
  if (!canDownload || !platformAllowsTrackDownload()) return null;
  const title = trackName(track);
  const button = (format: 'wav' | 'mp3' | 'mp4', take: () => Promise<void>) => (
    <FormatButton
      key={format}
      word={format.toUpperCase()}
      label={t(`download.track-${format}`, { title })}
      tabIndex={tabIndex}
      onClick={() => void take()}
    />
  );
  if (track.assettype === 'video') return button('mp4', () => download.video(track, 'mp4'));
  return [button('wav', () => download.track(track, 'wav')), button('mp3', () => download.track(track, 'mp3'))];
}
