import type { PlaylistTrack } from '@promenade/contract/playlists';
import { ArrowDownToLine, Flag, FlagOff, Info, ListPlus, ListX, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../design/MenuButton.tsx';
import { useCanDownload } from '../downloads/optionsData.ts';
import { platformAllowsTrackDownload } from '../downloads/platform.ts';
import { useDownload } from '../downloads/useDownload.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { queueItems } from '../player/queueItems.ts';
import { useAskRelease } from '../releases/data.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { useMarks } from '../releases/flagData.ts';
import { trackName } from '../releases/trackName.ts';
import { tellFailure } from './failed.ts';
import { openPicker } from './pickerStore.ts';
import type { TrackPlaying } from './playing.ts';

interface Props {
  track: PlaylistTrack;
  tabIndex: number;
  playing: TrackPlaying;
  onRemove: () => void;
}

/** What can be done with a track of a playlist (C-PLAYLIST-25). */
export function TrackMenu({ track, tabIndex, playing, onRemove }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const askRelease = useAskRelease();
  const { flagTrack } = useMarks();
  const download = useDownload();
  const canDownload = useCanDownload(track) && platformAllowsTrackDownload();
  const { releaseid, flagged } = track;
  const title = explicitTitle(track);
  const isDisabled = track.duration === 0;
  async function flag() {
    try {
      flagTrack(await askRelease(releaseid), track);
    } catch (failure) {
      tellFailure(t, failure);
    }
  }
  const downloads = (['wav', 'mp3'] as const).map((format) => ({
    id: format,
    icon: ArrowDownToLine,
    label: t(`playlist.download-${format}`),
    onAction: () => void download.track(track, format),
  }));
  return (
    <MenuButton
      label={t('playlist.more', { name: trackName(track) })}
      tabIndex={tabIndex}
      items={[
        { id: 'play', icon: Play, label: t('release.play-word'), isDisabled, onAction: () => playing.play(track) },
        ...queueItems(t, {
          isDisabled,
          playNext: () => playing.playNext(track),
          playLater: () => playing.playLater(track),
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
          onAction: () => void flag(),
        },
        {
          id: 'add',
          icon: ListPlus,
          label: t('playlist.add-to-other'),
          onAction: () => openPicker({ title, tracks: [track] }),
        },
        ...(canDownload ? downloads : []),
        { id: 'remove', icon: ListX, label: t('playlist.remove-track'), onAction: onRemove },
      ]}
    />
  );
}
