import { Link } from 'react-router';
import { looks } from '../design/Button.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './PlaylistState.module.css';

/** An empty playlist says how tracks get there. */
export function NoTracks() {
  const t = useText();
  return (
    <div className={styles.state}>
      <h2 className={styles.title}>{t('playlist.no-tracks-title')}</h2>
      <p className={styles.hint}>{t('playlist.no-tracks-hint')}</p>
      <Link to={paths.releases} className={looks({})}>
        {t('playlist.to-releases')}
      </Link>
    </div>
  );
}
