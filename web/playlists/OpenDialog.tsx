import type { Playlist } from '@promenade/contract/playlists';
import { useLocation, useNavigate } from 'react-router';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { paths, playlistPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { removePlaylistFromQueue } from '../player/queue/queueActions.ts';
import { usePlaylistChanges } from './data.ts';
import { closeDialog, type PlaylistDialog } from './dialogStore.ts';
import { PlaylistForm } from './PlaylistForm.tsx';
import styles from './PlaylistPicker.module.css';
import { PlaylistPicker } from './PlaylistPicker.tsx';
import { notifyPlaylistFailure, useTrackEditing } from './playlistActions.ts';

export function OpenDialog({ dialog }: { dialog: PlaylistDialog }) {
  const t = useText();
  switch (dialog.kind) {
    case 'form':
      return <PlaylistForm playlist={dialog.playlist} initialName={dialog.name} />;
    case 'delete':
    case 'clear':
      return <RemovalDialog kind={dialog.kind} playlist={dialog.playlist} />;
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

/** Asks before a playlist is deleted or loses all its tracks. */
function RemovalDialog({ kind, playlist }: { kind: 'delete' | 'clear'; playlist: Playlist }) {
  const t = useText();
  const remove = { delete: useDelete(playlist), clear: useTrackEditing(playlist).clear }[kind];
  return (
    <ConfirmDialog
      title={t(`playlist.${kind}-title`)}
      message={t(`playlist.${kind}-message`, { name: playlist.name })}
      confirmLabel={t(kind === 'delete' ? 'playlist.delete' : 'playlist.remove')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => {
        closeDialog();
        void remove();
      }}
      onCancel={closeDialog}
    />
  );
}

/** Goes from the page of the playlist to the list, whose card shows the progress (requirement C-PLAYLIST-19). */
function useDelete({ playlistid }: Playlist): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const changes = usePlaylistChanges();
  return async () => {
    if (pathname === playlistPath(playlistid)) void navigate(paths.playlists);
    try {
      await changes.delete(playlistid);
      removePlaylistFromQueue(playlistid);
    } catch (failure) {
      notifyPlaylistFailure(failure);
    }
  };
}
