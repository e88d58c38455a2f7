import { useText } from './text.ts';
import {
  cancelNavigation,
  continueNavigation,
  navigateOrAsk,
  useNavigationBlocker,
  useUnsavedChanges,
} from './unsavedChanges.ts';

/** The question while a blocked navigation waits for its answer; `onLeave` is called before the navigation continues. */
export function useUnsavedQuestion(onLeave?: () => void) {
  const t = useText();
  const isAsking = useUnsavedChanges(({ pendingNavigation }) => pendingNavigation !== undefined);
  if (!isAsking) return undefined;
  return {
    title: t('profile.unsaved-title'),
    message: t('profile.unsaved-message'),
    confirmLabel: t('profile.leave'),
    cancelLabel: t('profile.stay'),
    onConfirm: () => {
      onLeave?.();
      continueNavigation();
    },
    onCancel: cancelNavigation,
    hasEntry: false,
  };
}

/** Asks before a dialog with changes is closed, or its page is left. `close` asks first, `question` is undefined until then. */
export function useUnsavedDialog(hasChanges: boolean, onClose: () => void) {
  useNavigationBlocker(hasChanges);
  return { question: useUnsavedQuestion(onClose), close: () => navigateOrAsk(onClose) };
}
