import { useState } from 'react';
import { getRefusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import { endSelection } from '../selection/selectionStore.ts';
import { useChangeEach } from './changeEachData.ts';
import styles from './sections.module.css';

interface Bulk<Row> {
  nameOf: (row: Row) => string;
  /** Called when all are changed. */
  onDone?: () => void;
  /** Called when some are not. */
  onRest?: ((rest: readonly Row[]) => void) | undefined;
}

/** Changes rows one after the other; those that could not be changed stay, each with its reason. */
export function useBulk<Row>(rows: readonly Row[], { nameOf, onDone, onRest }: Bulk<Row>, onClose: () => void) {
  const t = useText();
  const changeEach = useChangeEach<Row>();
  const [rest, setRest] = useState(rows);
  const [failures, setFailures] = useState<{ row: Row; failure: unknown }[]>([]);
  async function run(change: (row: Row) => Promise<unknown>): Promise<void> {
    setFailures([]);
    const failed = await changeEach(rest, change);
    const left = failed.map(({ row }) => row);
    setFailures(failed);
    setRest(left);
    if (left.length > 0) return onRest?.(left);
    onClose();
    endSelection();
    onDone?.();
  }
  const list = failures.length > 0 && (
    <div role="alert" className={styles.problem}>
      <p>{t('selection.failed', { count: failures.length })}</p>
      <ul>
        {failures.map(({ row, failure }) => (
          <li key={nameOf(row)}>
            <bdi>{nameOf(row)}</bdi>: {getRefusalText(failure) || t('selection.unavailable')}
          </li>
        ))}
      </ul>
    </div>
  );
  return { rest, failures, run, list };
}
