import { NOTIFICATION_DISMISS_MS, NOTIFICATION_MAX_WIDTH_PX, NOTIFICATION_WIDTH_PX } from '@promenade/contract/limits';
import { Toasts } from '../design/Toasts.tsx';
import { dismissNotice, useNotices } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';

/** The notices as toasts, in the current language. */
export function Notices() {
  const t = useText();
  const notices = useNotices((state) => state.notices);
  const toasts = notices.map(({ id, category, message, notificationType, undo }) => {
    // `hasError` continues after its message: "has error: This playlist is full, please refresh".
    const text = t(`notice.${category}`, { message: category === 'hasError' ? message.replace(/\.$/, '') : message });
    return {
      id,
      text,
      isNameFirst: message !== '' && text.startsWith(message),
      kind: notificationType,
      action: undo && { label: t('library.undo'), onPress: undo, keyHint: t('library.undo-hint') },
    };
  });
  return (
    <Toasts
      toasts={toasts}
      label={t('shell.notices')}
      closeLabel={t('common.close')}
      durationMs={NOTIFICATION_DISMISS_MS}
      width={NOTIFICATION_WIDTH_PX}
      maxWidth={NOTIFICATION_MAX_WIDTH_PX}
      onClose={dismissNotice}
    />
  );
}
