import { useText } from '../platform/text.ts';
import styles from './ExplicitMark.module.css';

/** The E beside a title, heard as "Explicit". */
export function ExplicitMark() {
  const t = useText();
  return (
    <span className={styles.mark} role="img" aria-label={t('release.explicit')} title={t('release.explicit')}>
      {t('release.explicit-mark')}
    </span>
  );
}
