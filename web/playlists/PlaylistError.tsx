import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { type TextKey, useText } from '../platform/text.ts';

export function PlaylistError({ title = 'playlist.failed-title', onRetry }: { title?: TextKey; onRetry: () => void }) {
  const t = useText();
  return (
    <EmptyState isFailure title={t(title)} hint={t('playlist.failed-hint')}>
      <Button onClick={onRetry}>{t('playlist.retry')}</Button>
    </EmptyState>
  );
}
