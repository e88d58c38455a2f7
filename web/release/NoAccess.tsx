import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { Button, looks } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { refusedWords } from '../releases/refused.ts';
import styles from './NoAccess.module.css';

interface Props {
  failure: unknown;
  /** Where asking again can help. */
  onRetry?: () => void;
}

/** In place of a release that this account may not have, or that did not come; the way back is the gallery. */
export function NoAccess({ failure, onRetry }: Props) {
  const t = useText();
  const { title, message } = refusedWords(failure);
  useTitle(t(title), false);
  return (
    <div className={styles.page}>
      <span className={styles.icon}>
        <Icon of={Lock} size={28} />
      </span>
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.message}>{t(message)}</p>
      <div className={styles.ways}>
        {onRetry && (
          <Button look="secondary" onClick={onRetry}>
            {t('gallery.retry')}
          </Button>
        )}
        <Link to={paths.releases} className={looks({ look: 'primary' })}>
          {t('release.to-releases')}
        </Link>
      </div>
    </div>
  );
}
