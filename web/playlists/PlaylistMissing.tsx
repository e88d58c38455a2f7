import { Link } from 'react-router';
import { looks } from '../design/Button.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './PlaylistState.module.css';

/** For a playlist that is unknown, or another account's (C-ROUTE-25). */
export function PlaylistMissing() {
  const t = useText();
  return (
    <div className={styles.state}>
      <h1 className={styles.title}>{t('playlist.missing-title')}</h1>
      <p className={styles.hint}>{t('playlist.missing-message')}</p>
      <Link to={paths.playlists} className={looks({ look: 'primary' })}>
        {t('playlist.missing-link')}
      </Link>
    </div>
  );
}
