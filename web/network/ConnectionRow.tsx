import type { Connection } from '@promenade/contract/network';
import { UserMinus } from 'lucide-react';
import { Avatar } from '../design/Avatar.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import styles from './ConnectionRow.module.css';
import { nameOf } from './connections.ts';

interface Props {
  connection: Connection;
  /** Missing where connections can only be looked at. */
  onRemove: ((connection: Connection) => void) | undefined;
}

/** A connected person; one who is not verified yet is marked as pending (A-NETWORK-04). */
export function ConnectionRow({ connection, onRemove }: Props) {
  const t = useText();
  const { first_name, last_name, email, verified } = connection;
  const name = nameOf(connection);
  return (
    <li className={styles.row}>
      <Avatar person={{ firstname: first_name, lastname: last_name, email }} />
      <div className={styles.words}>
        <p className={styles.line}>
          <bdi className={styles.name}>{name}</bdi>
          {!verified && <span className={styles.pending}>{t('network.pending')}</span>}
        </p>
        {name !== email && <p className={styles.email}>{email}</p>}
      </div>
      {onRemove && (
        <IconButton icon={UserMinus} label={t('network.remove', { name })} onClick={() => onRemove(connection)} />
      )}
    </li>
  );
}
