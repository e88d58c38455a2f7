import { useMemo } from 'react';
import type { MoveLabels } from '../design/Reorder.tsx';
import { useText } from '../platform/text.ts';

/** The menu of a drag handle. */
export function useMoveLabels(): MoveLabels {
  const t = useText();
  return useMemo(
    () => ({
      ArrowUp: t('common.move-up'),
      ArrowDown: t('common.move-down'),
      Home: t('common.move-first'),
      End: t('common.move-last'),
    }),
    [t],
  );
}
