import styles from './Avatar.module.css';
import { avatarColor, initials, type Person } from './avatar.ts';

/** Initials on the account's colour. Not named: the control around it is. */
export function Avatar({ person }: { person: Person }) {
  return (
    <span className={styles.avatar} style={{ background: avatarColor(person.email) }} aria-hidden>
      {initials(person)}
    </span>
  );
}
