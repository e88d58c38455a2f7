import styles from './Spinner.module.css';

/** Turns while work is under way; dotted and still while it waits for its turn. Not named: the control around it is busy. */
export function Spinner({ isWaiting = false }: { isWaiting?: boolean }) {
  return <span className={styles.spinner} data-waiting={isWaiting || undefined} aria-hidden />;
}
