import type { Release } from '@promenade/contract/catalogue';
import { Archive, ArchiveRestore, Flag, FlagOff, Info, ListPlus, Pause, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useFetchAudioTracks } from '../catalogue/data.ts';
import { useMarks } from '../catalogue/marksData.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { downloadMenuItems } from '../downloads/downloadMenu.ts';
import { useDownloadFormats, useDownloadOffer } from '../downloads/optionsData.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { queueMenuItems, usePlayActions, usePlayRelease } from '../player/playActions.ts';
import { openPicker } from '../playlists/dialogStore.ts';

/** All actions of a release (requirement C-LIST-12). */
export function ReleaseMenu({ release, tabIndex }: { release: Release; tabIndex?: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { playNext, playLater } = usePlayActions();
  const { isPlaying, press } = usePlayRelease(release);
  const { toggleFlag, toggleArchive } = useMarks();
  const fetchAudioTracks = useFetchAudioTracks();
  const download = useDownloadActions();
  const offer = useDownloadOffer(release);
  const formats = useDownloadFormats();
  const { releaseid, title, flagged, archived } = release;
  const isDisabled = release.duration === 0;
  const downloads = formats.map((format) => ({
    format,
    label: t(`download.all-${format}`),
    onAction: () => void download.release(release, format),
  }));
  return (
    <MenuButton
      label={t('table.more', { title })}
      tabIndex={tabIndex}
      items={[
        {
          id: 'play',
          icon: isPlaying ? Pause : Play,
          label: t(isPlaying ? 'release.pause-word' : 'release.play-word'),
          isDisabled,
          onAction: press,
        },
        ...queueMenuItems(t, {
          isDisabled,
          playNext: () => void playNext(release),
          playLater: () => void playLater(release),
        }),
        {
          id: 'info',
          icon: Info,
          label: t('release.info-word'),
          isDisabled,
          onAction: () => void navigate(releasePath(releaseid)),
        },
        {
          id: 'flag',
          icon: flagged ? FlagOff : Flag,
          label: t(flagged ? 'table.unflag' : 'table.flag'),
          isDisabled: archived,
          onAction: () => toggleFlag(release),
        },
        {
          id: 'archive',
          icon: archived ? ArchiveRestore : Archive,
          label: t(archived ? 'table.restore' : 'table.archive'),
          onAction: () => toggleArchive(release),
        },
        {
          id: 'add',
          icon: ListPlus,
          label: t('track.add-to'),
          onAction: () => openPicker({ title, tracks: () => fetchAudioTracks(releaseid) }),
        },
        ...downloadMenuItems(t, offer, downloads),
      ]}
    />
  );
}
