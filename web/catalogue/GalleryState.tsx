import { Button } from '../design/Button.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './GalleryState.module.css';

/** Nothing to hear: what to do about it (C-GALLERY-14 to C-GALLERY-16). `onClear` where filters may be why. */
export function EmptyGallery({ onClear }: { onClear?: (() => void) | undefined }) {
  const t = useText();
  return (
    <div className={styles.state}>
      <h2 className={styles.title}>{t('error.no-available-releases')}</h2>
      <p className={styles.hint}>{t('gallery.empty-hint')}</p>
      {onClear && <Button onClick={onClear}>{t('gallery.empty-clear')}</Button>}
      {site.supportUrl && (
        <a className={styles.link} href={site.supportUrl} target="_blank" rel="noopener">
          {t('gallery.empty-support')}
        </a>
      )}
    </div>
  );
}

/** The list did not come; asking again is one press away. */
export function FailedGallery({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <div className={styles.state} role="alert">
      <h2 className={styles.title}>{t('gallery.failed-title')}</h2>
      <p className={styles.hint}>{t('gallery.failed-hint')}</p>
      <Button look="primary" onClick={onRetry}>
        {t('gallery.retry')}
      </Button>
    </div>
  );
}
