import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { Ellipsis, FileText, ListX, Pencil, Star, Trash2 } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { downloadMenuItems } from '../downloads/downloadMenu.ts';
import { useDownloadFormats, useDownloadOffer } from '../downloads/optionsData.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { sheetUrl, usePlaylistChanges } from './data.ts';
import { openDialog } from './dialogStore.ts';
import { notifyPlaylistFailure } from './playlistActions.ts';

/** Stars a playlist (requirement C-PLAYLIST-20). */
export function PinButton({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const { togglePin } = usePlaylistChanges();
  const { name, pinned } = playlist;
  return (
    <IconButton
      icon={Star}
      filled={pinned}
      pressed={pinned}
      label={t('playlist.star', { name })}
      onClick={() => void togglePin(playlist).catch((failure: unknown) => notifyPlaylistFailure(failure))}
    />
  );
}

/** The actions of a playlist. On its own page it can remove all tracks, and omits what the page has as buttons. */
export function PlaylistMenu({ playlist, isOnPage = false }: { playlist: Playlist; isOnPage?: boolean }) {
  const t = useText();
  const download = useDownloadActions();
  const offer = useDownloadOffer(playlist);
  const formats = useDownloadFormats();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const isDisabled = playlist.tracks === 0;
  const downloads = formats.map((format) => ({
    format,
    label: t(`playlist.download-${format}`),
    isDisabled,
    onAction: () => void download.playlist(playlist, format),
  }));
  const downloadItems = downloadMenuItems(t, offer, downloads);
  const edit = {
    id: 'edit',
    icon: Pencil,
    label: t('playlist.edit'),
    onAction: () => openDialog({ kind: 'form', playlist }),
  };
  const pdf = {
    id: 'pdf',
    icon: FileText,
    label: t('playlist.pdf'),
    isDisabled,
    onAction: () => window.open(sheetUrl(playlist.playlistid), '_blank', 'noopener'),
  };
  const clear = {
    id: 'clear',
    icon: ListX,
    label: t('playlist.clear'),
    isDisabled,
    onAction: () => openDialog({ kind: 'clear', playlist }),
  };
  const remove = {
    id: 'delete',
    icon: Trash2,
    label: t('playlist.delete'),
    onAction: () => openDialog({ kind: 'delete', playlist }),
  };
  return (
    <MenuButton
      label={t('playlist.more', { name: playlist.name })}
      items={isOnPage ? [...(isMobile ? downloadItems : []), clear, remove] : [edit, ...downloadItems, pdf, remove]}
    >
      <Icon icon={Ellipsis} size={20} />
    </MenuButton>
  );
}
