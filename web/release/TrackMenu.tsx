import type { Track } from '@promenade/contract/catalogue';
import { ArrowDownToLine, Info, ListPlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../design/MenuButton.tsx';
import { useCanDownload } from '../downloads/optionsData.ts';
import { platformAllowsTrackDownload } from '../downloads/platform.ts';
import { useDownload } from '../downloads/useDownload.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useListen } from '../player/listen.ts';
import { queueItems } from '../player/queueItems.ts';
import { openPicker } from '../playlists/pickerStore.ts';
import { trackName } from '../releases/trackName.ts';

/** What can be done with a track where there is no room for buttons. */
export function TrackMenu({ track, tabIndex }: { track: Track; tabIndex?: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { playFoundNext, playFoundLater } = useListen();
  const download = useDownload();
  const canDownload = useCanDownload(track) && platformAllowsTrackDownload();
  const { releaseid, assettype, duration } = track;
  const title = trackName(track);
  const isVideo = assettype === 'video';
  const heard = [
    ...queueItems(t, {
      isDisabled: duration === 0,
      playNext: () => void playFoundNext(track),
      playLater: () => void playFoundLater(track),
    }),
    { id: 'add', icon: ListPlus, label: t('track.add-to'), onAction: () => openPicker({ title, tracks: [track] }) },
  ];
  const taken = (['wav', 'mp3'] as const).map((format) => ({
    id: format,
    icon: ArrowDownToLine,
    label: t(`track.${format}`),
    onAction: () => void (isVideo ? download.video(track, format) : download.track(track, format)),
  }));
  const video = {
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
        ...(isVideo ? [] : heard),
        ...(canDownload ? [...(isVideo ? [video] : []), ...taken] : []),
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
