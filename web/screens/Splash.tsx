import { Logo } from '../design/Logo.tsx';
import styles from './Splash.module.css';

/** Loading page; visible after 300 ms. */
export function Splash() {
  return (
    <div className={styles.splash}>
      <Logo size={56} className={styles.logo} />
    </div>
  );
}
