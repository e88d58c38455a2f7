import { Link } from 'react-router';
import { buttonClass } from '../design/Button.tsx';
import { Logo } from '../design/Logo.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './NotFound.module.css';

export function NotFound() {
  const t = useText();
  useTitle(t('not-found.title'));
  return (
    <div className={styles.insideShell}>
      <Logo size={72} />
      <p className={styles.message}>{t('not-found.message')}</p>
      <Link to={paths.releases} className={buttonClass({ variant: 'primary' })}>
        {t('not-found.link')}
      </Link>
    </div>
  );
}
