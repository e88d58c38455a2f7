import { closeReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { useText } from '../platform/text.ts';
import { getReleaseErrorText } from './releaseErrors.ts';

/** The release error modal (requirement C-MODAL-03). */
export function ReleaseErrorDialog() {
  const t = useText();
  const failure = useReleaseError((state) => state.failure);
  if (failure === undefined) return null;
  const { title, message } = getReleaseErrorText(failure);
  return (
    <ConfirmDialog
      title={t(title)}
      message={t(message)}
      confirmLabel={t('common.ok')}
      onConfirm={closeReleaseError}
      onCancel={closeReleaseError}
    />
  );
}
