import type { Playlist } from '@promenade/contract/playlists';
import { useLocation, useNavigate } from 'react-router';
import { Question } from '../design/Question.tsx';
import { paths, playlistPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { playlistDeleted } from '../player/playlistsInQueue.ts';
import { usePlaylistChanges } from './changesData.ts';
import { tellFailure } from './failed.ts';
import { closeDialog } from './pickerStore.ts';

/** Asks before a playlist is deleted; its own page leads back to the list, where its card waits for the answer (C-PLAYLIST-19, C-MODAL-01). */
export function DeleteQuestion({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { remove } = usePlaylistChanges();
  const { playlistid, name } = playlist;
  async function goAhead() {
    closeDialog();
    if (pathname === playlistPath(playlistid)) void navigate(paths.playlists);
    try {
      await remove(playlistid);
      playlistDeleted(playlistid);
    } catch (failure) {
      tellFailure(t, failure);
    }
  }
  return (
    <Question
      title={t('playlist.delete-title')}
      message={t('playlist.delete-message', { name })}
      yes={t('playlist.delete')}
      no={t('common.cancel')}
      onYes={() => void goAhead()}
      onNo={closeDialog}
    />
  );
}
