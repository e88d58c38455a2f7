import { RefreshCw } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './PullSign.module.css';
import type { Pull } from './pullToRefresh.ts';

/** Comes down with the finger and turns while the list is fetched. */
export function PullSign({ reached, isRefreshing, offset }: Pull) {
  const t = useText();
  if (offset === 0) return null;
  const words = isRefreshing ? 'gallery.refreshing' : reached === 1 ? 'gallery.refresh-go' : 'gallery.refresh';
  return (
    <div
      className={styles.sign}
      role="status"
      style={{ '--offset': `${offset}px`, '--turn': `${reached}turn` } as CSSProperties}
    >
      <span className={classNames(styles.icon, isRefreshing && styles.turning)}>
        <Icon of={RefreshCw} size={18} />
      </span>
      <span className="onlyHeard">{t(words)}</span>
    </div>
  );
}
