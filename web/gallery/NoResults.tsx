import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './NoResults.module.css';

/** Nothing was found: the way back to all releases (C-TABLE-10). */
export function NoResults() {
  const t = useText();
  return (
    <div className={styles.state}>
      <p className={styles.words}>{t('release-list.noresults')}</p>
      <Link to={paths.releases} className={styles.link}>
        {t('common.back')}
      </Link>
    </div>
  );
}
