import { refusalText } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import type { Translate } from '../platform/text.ts';

/** Tells everywhere what the server said to a change that it refused (C-PLAYLIST-18, C-TOAST-05). */
export function tellFailure(t: Translate, failure: unknown): void {
  logged('A playlist could not be changed', failure);
  notify({ category: 'hasError', message: refusalText(failure) ?? t('error.generic-title') });
}
