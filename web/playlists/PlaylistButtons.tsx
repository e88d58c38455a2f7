import type { Playlist } from '@promenade/contract/playlists';
import { ArrowDownToLine, Ellipsis, FileText, ListX, Pencil, Trash2 } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { useCanDownload } from '../downloads/optionsData.ts';
import { useDownload } from '../downloads/useDownload.ts';
import { useText } from '../platform/text.ts';
import { reportAddress } from './data.ts';
import { openDialog } from './pickerStore.ts';

/** What can be done with a playlist, behind one button; on its own page all of its tracks can leave it. */
export function PlaylistMenu({ playlist, isOnPage = false }: { playlist: Playlist; isOnPage?: boolean }) {
  const t = useText();
  const download = useDownload();
  const canDownload = useCanDownload(playlist);
  const isEmpty = playlist.tracks === 0;
  const downloads = (['wav', 'mp3'] as const).map((format) => ({
    id: format,
    icon: ArrowDownToLine,
    label: t(`playlist.download-${format}`),
    isDisabled: isEmpty,
    onAction: () => void download.playlist(playlist, format),
  }));
  const clear = {
    id: 'clear',
    icon: ListX,
    label: t('playlist.clear'),
    isDisabled: isEmpty,
    onAction: () => openDialog({ kind: 'clear', playlist }),
  };
  return (
    <MenuButton
      label={t('playlist.more', { name: playlist.name })}
      items={[
        {
          id: 'edit',
          icon: Pencil,
          label: t('playlist.edit'),
          onAction: () => openDialog({ kind: 'form', playlist }),
        },
        ...(canDownload ? downloads : []),
        {
          id: 'pdf',
          icon: FileText,
          label: t('playlist.pdf'),
          isDisabled: isEmpty,
          onAction: () => window.open(reportAddress(playlist.playlistid), '_blank', 'noopener'),
        },
        ...(isOnPage ? [clear] : []),
        {
          id: 'delete',
          icon: Trash2,
          label: t('playlist.delete'),
          onAction: () => openDialog({ kind: 'delete', playlist }),
        },
      ]}
    >
      <Icon of={Ellipsis} size={20} />
    </MenuButton>
  );
}
