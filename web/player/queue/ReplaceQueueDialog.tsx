import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { useText } from '../../platform/text.ts';
import { usePanels } from '../panelStore.ts';
import { answerReplaceDialog } from './queueActions.ts';

/** Asks before a playlist replaces the queue (requirements C-QUEUE-19, C-MODAL-01). */
export function ReplaceQueueDialog() {
  const t = useText();
  const playlist = usePanels((panels) => panels.replacement);
  if (!playlist) return null;
  return (
    <ConfirmDialog
      title={t('queue.replace-title')}
      message={t('queue.replace-message', { title: playlist.title })}
      confirmLabel={t('queue.replace-yes')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => answerReplaceDialog(true)}
      onCancel={() => answerReplaceDialog(false)}
    />
  );
}
