import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { paths } from '../platform/paths.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './ListStates.module.css';

interface EmptyGalleryProps {
  /** Only what is to hear was asked for. */
  isToHear: boolean;
  /** Given when filters are set. */
  onClear: (() => void) | undefined;
}

/** An empty gallery and its remedies (requirements C-GALLERY-14 to C-GALLERY-16). */
export function EmptyGallery({ isToHear, onClear }: EmptyGalleryProps) {
  const t = useText();
  if (isToHear)
    return (
      <EmptyState title={t('gallery.heard-title')} hint={t('gallery.heard-hint')}>
        <Button onClick={onClear}>{t('gallery.show-all')}</Button>
      </EmptyState>
    );
  return (
    <EmptyState title={t('error.no-available-releases')} hint={t('gallery.empty-hint')}>
      {onClear && <Button onClick={onClear}>{t('gallery.empty-clear')}</Button>}
      {site.supportUrl && (
        <a className={styles.link} href={site.supportUrl} target="_blank" rel="noopener">
          {t('gallery.empty-support')}
        </a>
      )}
    </EmptyState>
  );
}

/** An empty table with a link to all releases (requirement C-TABLE-10). */
export function NoResults() {
  const t = useText();
  return (
    <div className="centered">
      <p className={styles.message}>{t('release-list.noresults')}</p>
      <Link to={paths.releases} className={styles.link}>
        {t('common.back')}
      </Link>
    </div>
  );
}
