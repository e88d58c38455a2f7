import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/IconButton.tsx';
import { useText } from '../../platform/text.ts';
import styles from './Audience.module.css';

interface Props {
  title: string;
  entries: readonly {
    id: string;
    name: string;
    note: string;
    /** Instead of the name. */
    link?: ReactNode;
  }[];
  onRemove: ((id: string) => void) | undefined;
}

/** People, addresses or lists of an audience; nothing when there are none. */
export function EntryList({ title, entries, onRemove }: Props) {
  const t = useText();
  if (entries.length === 0) return null;
  return (
    <>
      <h3 className={styles.listTitle}>{title}</h3>
      <ul className={styles.list} aria-label={title}>
        {entries.map(({ id, name, note, link }) => (
          <li key={id}>
            <span className={styles.person}>
              {link ?? <bdi>{name}</bdi>}
              <small>{note}</small>
            </span>
            {onRemove && (
              <IconButton
                icon={X}
                size="small"
                iconSize={16}
                label={t('label.remove-person', { name })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
