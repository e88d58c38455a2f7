import { ListEnd, ListStart } from 'lucide-react';
import type { MenuItem } from '../design/MenuList.tsx';
import type { Translate } from '../platform/text.ts';

interface Ways {
  /** There is nothing to hear. */
  isDisabled: boolean;
  playNext: () => void;
  playLater: () => void;
}

/** The lines of a menu that put something into the queue. */
export const queueItems = (t: Translate, { isDisabled, playNext, playLater }: Ways): MenuItem[] => [
  { id: 'next', icon: ListStart, label: t('release.play-next'), isDisabled, onAction: playNext },
  { id: 'later', icon: ListEnd, label: t('release.play-later'), isDisabled, onAction: playLater },
];
