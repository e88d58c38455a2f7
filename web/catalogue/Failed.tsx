import type { ComponentProps } from 'react';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { useText } from '../platform/text.ts';

interface Props extends Pick<ComponentProps<typeof EmptyState>, 'title' | 'icon' | 'heading'> {
  /** What to do; by default to try again in a moment. */
  hint?: string;
  onRetry: () => unknown;
}

/** Says what could not be loaded, and loads it again. */
export function Failed({ hint, onRetry, ...shown }: Props) {
  const t = useText();
  return (
    <EmptyState isFailure hint={hint ?? t('common.failed-hint')} {...shown}>
      <Button variant="primary" onClick={() => void onRetry()}>
        {t('gallery.retry')}
      </Button>
    </EmptyState>
  );
}
