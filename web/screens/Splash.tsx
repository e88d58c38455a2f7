import { Logo } from '../design/Logo.tsx';
import styles from './Splash.module.css';

/** While a screen is on its way. Shows itself only when that takes long enough to be noticed. */
export function Splash() {
  return (
    <div className={styles.splash}>
      <Logo size={56} className={styles.mark} />
    </div>
  );
}
