import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './NoAccess.module.css';
import { getReleaseErrorText } from './releaseErrors.ts';

interface Props {
  failure: unknown;
  /** Shows a retry button. */
  onRetry?: () => void;
}

/** Replaces the page of a release that is not accessible or failed to load. */
export function NoAccess({ failure, onRetry }: Props) {
  const t = useText();
  const { title, message } = getReleaseErrorText(failure);
  useTitle(t(title), false);
  return (
    <div className={styles.page}>
      <span className={styles.icon}>
        <Icon icon={Lock} size={28} />
      </span>
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.message}>{t(message)}</p>
      <div className={styles.ways}>
        {onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {t('gallery.retry')}
          </Button>
        )}
        <Link to={paths.releases} className={buttonClass({ variant: 'primary' })}>
          {t('release.to-releases')}
        </Link>
      </div>
    </div>
  );
}
