import type { Release } from '@promenade/contract/catalogue';
import { Forward } from 'lucide-react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './SharedBy.module.css';

/** The connection that shared the release, with its message (requirements decision 17). */
export function SharedBy({ release, className }: { release: Release; className: string | undefined }) {
  const t = useText();
  if (!release.shared_by) return null;
  const { name, message } = release.shared_by;
  return (
    <div className={classNames(styles.shared, className)}>
      <Icon icon={Forward} size={16} />
      <div>
        <p>{t('share-release.shared-by', { name })}</p>
        {message && (
          <q className={styles.message}>
            <bdi>{message}</bdi>
          </q>
        )}
      </div>
    </div>
  );
}
