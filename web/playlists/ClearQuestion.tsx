import type { Playlist } from '@promenade/contract/playlists';
import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { useEditing } from './editing.ts';
import { closeDialog } from './pickerStore.ts';

/** Asks before every track leaves a playlist; the toast can bring them back (C-PLAYLIST-26, C-MODAL-01). */
export function ClearQuestion({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const { clear } = useEditing(playlist);
  function goAhead() {
    closeDialog();
    void clear();
  }
  return (
    <Question
      title={t('playlist.clear-title')}
      message={t('playlist.clear-message', { name: playlist.name })}
      yes={t('playlist.remove')}
      no={t('common.cancel')}
      onYes={goAhead}
      onNo={closeDialog}
    />
  );
}
