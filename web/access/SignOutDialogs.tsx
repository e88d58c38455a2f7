import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { useText } from '../platform/text.ts';
import { leaveExpiredSession, signOut } from './authentication.ts';
import { stopPush } from './pushData.ts';

/** Asks before the session ends (requirement A-SHELL-09). */
export function SignOutDialog({ onCancel }: { onCancel: () => void }) {
  const t = useText();
  return (
    <ConfirmDialog
      title={t('signout.title')}
      message={t('signout.message')}
      confirmLabel={t('signout.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => {
        void stopPush();
        signOut();
      }}
      onCancel={onCancel}
    />
  );
}

/** Says that the session has expired; OK and Escape both sign out (requirement A-SESSION-11). */
export function SessionExpiredDialog() {
  const t = useText();
  return (
    <ConfirmDialog
      title={t('error.session-expired-title')}
      message={t('error.session-expired-message')}
      confirmLabel={t('common.ok')}
      onConfirm={leaveExpiredSession}
      onCancel={leaveExpiredSession}
    />
  );
}
