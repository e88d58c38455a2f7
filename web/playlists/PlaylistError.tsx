import { Button } from '../design/Button.tsx';
import { Nothing } from '../design/Nothing.tsx';
import { type TextKey, useText } from '../platform/text.ts';

/** They did not come; asking again is one press away. */
export function FailedPlaylists({
  title = 'playlist.failed-title',
  onRetry,
}: {
  title?: TextKey;
  onRetry: () => void;
}) {
  const t = useText();
  return (
    <Nothing isFailure title={t(title)} hint={t('playlist.failed-hint')}>
      <Button onClick={onRetry}>{t('playlist.retry')}</Button>
    </Nothing>
  );
}
