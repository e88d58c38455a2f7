import { Button } from '../design/Button.tsx';
import { Nothing } from '../design/Nothing.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './GalleryState.module.css';

/** Nothing to hear: what to do about it (C-GALLERY-14 to C-GALLERY-16). `onClear` where filters may be why. */
export function EmptyGallery({ onClear }: { onClear?: (() => void) | undefined }) {
  const t = useText();
  return (
    <Nothing title={t('error.no-available-releases')} hint={t('gallery.empty-hint')}>
      {onClear && <Button onClick={onClear}>{t('gallery.empty-clear')}</Button>}
      {site.supportUrl && (
        <a className={styles.link} href={site.supportUrl} target="_blank" rel="noopener">
          {t('gallery.empty-support')}
        </a>
      )}
    </Nothing>
  );
}

/** The list did not come; asking again is one press away. */
export function FailedGallery({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <Nothing isFailure title={t('gallery.failed-title')} hint={t('gallery.failed-hint')}>
      <Button look="primary" onClick={onRetry}>
        {t('gallery.retry')}
      </Button>
    </Nothing>
  );
}
