import type { Track } from '@promenade/contract/catalogue';
import { ArrowDownToLine, Info, ListPlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../design/MenuButton.tsx';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { useCanDownloadTrack } from '../downloads/optionsData.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { queueMenuItems, usePlayActions } from '../player/playActions.ts';
import { openPicker } from '../playlists/dialogStore.ts';
import { formatTrackTitle } from '../releases/format.ts';

export function TrackMenu({ track, tabIndex }: { track: Track; tabIndex?: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { playTrackNext, playTrackLater } = usePlayActions();
  const download = useDownloadActions();
  const canDownload = useCanDownloadTrack(track);
  const { releaseid, assettype, duration } = track;
  const title = formatTrackTitle(track);
  const isVideo = assettype === 'video';
  const audioItems = [
    ...queueMenuItems(t, {
      isDisabled: duration === 0,
      playNext: () => void playTrackNext(track),
      playLater: () => void playTrackLater(track),
    }),
    { id: 'add', icon: ListPlus, label: t('track.add-to'), onAction: () => openPicker({ title, tracks: [track] }) },
  ];
  const downloadItems = (['wav', 'mp3'] as const).map((format) => ({
    id: format,
    icon: ArrowDownToLine,
    label: t(`track.${format}`),
    onAction: () => void (isVideo ? download.video(track, format) : download.track(track, format)),
  }));
  const videoItem = {
    id: 'mp4',
    icon: ArrowDownToLine,
    label: t('track.mp4'),
    onAction: () => void download.video(track, 'mp4'),
  };
  return (
    <MenuButton
      label={t('table.more', { title })}
      tabIndex={tabIndex}
      items={[
        ...(isVideo ? [] : audioItems),
        ...(canDownload ? [...(isVideo ? [videoItem] : []), ...downloadItems] : []),
        {
          id: 'info',
          icon: Info,
          label: t('release.info-word'),
          onAction: () => void navigate(releasePath(releaseid)),
        },
      ]}
    />
  );
}
