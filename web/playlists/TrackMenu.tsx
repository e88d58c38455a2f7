import type { PlaylistTrack } from '@promenade/contract/playlists';
import { Flag, FlagOff, Info, ListPlus, ListVideo, ListX, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useFetchRelease } from '../catalogue/data.ts';
import { formatExplicitTitle, formatTrackTitle } from '../catalogue/format.ts';
import { useMarks } from '../catalogue/marksData.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { getFileBytes, hasFormat } from '../downloads/bundle.ts';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { downloadMenuItems } from '../downloads/downloadMenu.ts';
import { useDownloadFormats, useTrackDownloadOffer } from '../downloads/optionsData.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { queueMenuItems } from '../player/playActions.ts';
import { openPicker } from './dialogStore.ts';
import type { TrackPlayback } from './playback.ts';
import { notifyPlaylistFailure } from './playlistActions.ts';

interface Props {
  track: PlaylistTrack;
  tabIndex: number;
  playback: TrackPlayback;
  onRemove: () => void;
}

/** The actions of a track in a playlist (requirement C-PLAYLIST-25). */
export function TrackMenu({ track, tabIndex, playback, onRemove }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const fetchRelease = useFetchRelease();
  const { toggleTrackFlag } = useMarks();
  const download = useDownloadActions();
  const offer = useTrackDownloadOffer(track);
  const formats = useDownloadFormats();
  const { releaseid, flagged } = track;
  const title = formatExplicitTitle(track);
  const isDisabled = track.duration === 0;
  async function toggleFlag() {
    try {
      toggleTrackFlag(await fetchRelease(releaseid), track);
    } catch (failure) {
      notifyPlaylistFailure(failure);
    }
  }
  const downloads = formats
    .filter((format) => hasFormat(track.sizes, format))
    .map((format) => ({
      format,
      label: t(`playlist.download-${format}`),
      bytes: getFileBytes(track.sizes, format),
      onAction: () => void download.track(track, format),
    }));
  return (
    <MenuButton
      label={t('playlist.more', { name: formatTrackTitle(track) })}
      tabIndex={tabIndex}
      items={[
        { id: 'play', icon: Play, label: t('release.play-word'), isDisabled, onAction: () => playback.play(track) },
        {
          id: 'from',
          icon: ListVideo,
          label: t('release.play-from'),
          isDisabled,
          onAction: () => playback.playFrom(track),
        },
        ...queueMenuItems(t, {
          isDisabled,
          playNext: () => playback.playNext(track),
          playLater: () => playback.playLater(track),
        }),
        {
          id: 'info',
          icon: Info,
          label: t('release.info-word'),
          onAction: () => void navigate(releasePath(releaseid)),
        },
        {
          id: 'flag',
          icon: flagged ? FlagOff : Flag,
          label: t(flagged ? 'table.unflag' : 'table.flag'),
          onAction: () => void toggleFlag(),
        },
        {
          id: 'add',
          icon: ListPlus,
          label: t('playlist.add-to-other'),
          onAction: () => openPicker({ title, tracks: [track] }),
        },
        ...downloadMenuItems(t, offer, downloads),
        { id: 'remove', icon: ListX, label: t('playlist.remove-track'), onAction: onRemove },
      ]}
    />
  );
}
