import type { Track } from '@promenade/contract/catalogue';
import { Info, ListPlus, ListVideo, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatTrackTitle } from '../catalogue/format.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { getFileBytes, hasFormat } from '../downloads/bundle.ts';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { downloadMenuItems } from '../downloads/downloadMenu.ts';
import { useDownloadFormats, useTrackDownloadOffer } from '../downloads/optionsData.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { queueMenuItems, usePlayActions } from '../player/playActions.ts';
import { openPicker } from '../playlists/dialogStore.ts';

const MarkersDialog = lazyPart(async () => (await import('./markers/MarkersDialog.tsx')).MarkersDialog);

interface Props {
  track: Track;
  tabIndex?: number;
  /** Plays the track and those after it, in a list of tracks that belong together. */
  playFrom?: () => void;
}

export function TrackMenu({ track, tabIndex, playFrom }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [isMarking, setMarking] = useState(false);
  const { playTrackNext, playTrackLater } = usePlayActions();
  const download = useDownloadActions();
  const offer = useTrackDownloadOffer(track);
  const { releaseid, assettype, duration, sizes } = track;
  const title = formatTrackTitle(track);
  const isVideo = assettype === 'video';
  const playFromItem = {
    id: 'from',
    icon: ListVideo,
    label: t('release.play-from'),
    isDisabled: duration === 0,
    onAction: () => playFrom?.(),
  };
  const audioItems = [
    ...(playFrom ? [playFromItem] : []),
    ...queueMenuItems(t, {
      isDisabled: duration === 0,
      playNext: () => void playTrackNext(track),
      playLater: () => void playTrackLater(track),
    }),
    { id: 'add', icon: ListPlus, label: t('track.add-to'), onAction: () => openPicker({ title, tracks: [track] }) },
    {
      id: 'markers',
      icon: Pencil,
      label: t('markers.item'),
      isDisabled: duration === 0,
      onAction: () => setMarking(true),
    },
  ];
  const audioFormats = useDownloadFormats();
  const formats = isVideo ? (['mp4', ...audioFormats] as const) : audioFormats;
  const downloads = formats
    .filter((format) => hasFormat(sizes, format))
    .map((format) => ({
      format,
      label: t(`track.${format}`),
      bytes: getFileBytes(sizes, format),
      onAction: () =>
        void (format === 'mp4' || isVideo ? download.video(track, format) : download.track(track, format)),
    }));
  return (
    <>
      <MenuButton
        label={t('table.more', { title })}
        tabIndex={tabIndex}
        items={[
          ...(isVideo ? [] : audioItems),
          ...downloadMenuItems(t, offer, downloads),
          {
            id: 'info',
            icon: Info,
            label: t('release.info-word'),
            onAction: () => void navigate(releasePath(releaseid)),
          },
        ]}
      />
      {isMarking && <MarkersDialog track={track} onClose={() => setMarking(false)} />}
    </>
  );
}
