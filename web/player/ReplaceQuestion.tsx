import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { answerReplace } from './playlistsInQueue.ts';
import { useReplace } from './replaceStore.ts';

/** Asks before a playlist takes the place of what is queued (C-QUEUE-19, C-MODAL-01). */
export function ReplaceQuestion() {
  const t = useText();
  const playlist = useReplace((asked) => asked.playlist);
  if (!playlist) return null;
  return (
    <Question
      title={t('queue.replace-title')}
      message={t('queue.replace-message', { title: playlist.title })}
      yes={t('queue.replace-yes')}
      no={t('common.cancel')}
      onYes={() => answerReplace(true)}
      onNo={() => answerReplace(false)}
    />
  );
}
