import type { Track } from '@promenade/contract/catalogue';
import { ArrowDownToLine, Ellipsis, Info, ListEnd, ListPlus, ListStart } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { useCanDownload } from '../downloads/optionsData.ts';
import { platformAllowsTrackDownload } from '../downloads/platform.ts';
import { useDownload } from '../downloads/useDownload.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { openPicker } from '../playlists/pickerStore.ts';
import { useListen } from './listen.ts';
import styles from './ReleaseMenu.module.css';

/** What can be done with a track where there is no room for buttons. */
export function TrackMenu({ track, tabIndex }: { track: Track; tabIndex?: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { playFoundNext, playFoundLater } = useListen();
  const download = useDownload();
  const canDownload = useCanDownload(track) && platformAllowsTrackDownload();
  const { title, releaseid, assettype, duration } = track;
  const isVideo = assettype === 'video';
  const isDisabled = duration === 0;
  const heard = [
    {
      id: 'next',
      icon: ListStart,
      label: t('release.play-next'),
      isDisabled,
      onAction: () => void playFoundNext(track),
    },
    {
      id: 'later',
      icon: ListEnd,
      label: t('release.play-later'),
      isDisabled,
      onAction: () => void playFoundLater(track),
    },
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
      className={styles.more}
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
    >
      <Icon of={Ellipsis} size={18} />
    </MenuButton>
  );
}
