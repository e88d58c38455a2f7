import type { Playlist } from '@promenade/contract/playlists';
import { useLocation, useNavigate } from 'react-router';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { paths, playlistPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { removePlaylistFromQueue } from '../player/queueActions.ts';
import { usePlaylistChanges } from './data.ts';
import { closeDialog, type PlaylistDialog } from './dialogStore.ts';
import { PlaylistForm } from './PlaylistForm.tsx';
import styles from './PlaylistPicker.module.css';
import { PlaylistPicker } from './PlaylistPicker.tsx';
import { notifyFailure, useTrackEditing } from './playlistActions.ts';

export function OpenDialog({ dialog }: { dialog: PlaylistDialog }) {
  const t = useText();
  switch (dialog.kind) {
    case 'form':
      return <PlaylistForm playlist={dialog.playlist} initialName={dialog.name} />;
    case 'delete':
      return <DeleteDialog playlist={dialog.playlist} />;
    case 'clear':
      return <ClearDialog playlist={dialog.playlist} />;
    case 'picker':
      return (
        <LazyDialog kind="form" title={t('playlist.add')} onClose={closeDialog}>
          <div className={styles.inDialog}>
            <PlaylistPicker toAdd={dialog.toAdd} onClose={closeDialog} />
          </div>
        </LazyDialog>
      );
  }
}

/** Goes from the page of the playlist to the list, whose card shows the progress (requirement C-PLAYLIST-19). */
function DeleteDialog({ playlist: { playlistid, name } }: { playlist: Playlist }) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const changes = usePlaylistChanges();
  async function confirm() {
    closeDialog();
    if (pathname === playlistPath(playlistid)) void navigate(paths.playlists);
    try {
      await changes.delete(playlistid);
      removePlaylistFromQueue(playlistid);
    } catch (failure) {
      notifyFailure(t, failure);
    }
  }
  return (
    <ConfirmDialog
      title={t('playlist.delete-title')}
      message={t('playlist.delete-message', { name })}
      confirmLabel={t('playlist.delete')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => void confirm()}
      onCancel={closeDialog}
    />
  );
}

function ClearDialog({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const { clear } = useTrackEditing(playlist);
  function confirm() {
    closeDialog();
    void clear();
  }
  return (
    <ConfirmDialog
      title={t('playlist.clear-title')}
      message={t('playlist.clear-message', { name: playlist.name })}
      confirmLabel={t('playlist.remove')}
      cancelLabel={t('common.cancel')}
      onConfirm={confirm}
      onCancel={closeDialog}
    />
  );
}
