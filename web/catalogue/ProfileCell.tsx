import { Link } from 'react-router';
import styles from './TableCells.module.css';

/** A name as the link that fills its row. */
export function ProfileCell({ to, name, tabIndex }: { to: string; name: string; tabIndex: number }) {
  return (
    <Link to={to} data-stop className={styles.link} title={name} tabIndex={tabIndex}>
      <bdi>{name}</bdi>
    </Link>
  );
}
