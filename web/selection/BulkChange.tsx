import { useState } from 'react';
import { getRefusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import styles from './BulkChange.module.css';
import { useChangeEach } from './changeEachData.ts';
import { endSelection } from './selectionStore.ts';

interface Bulk<Row> {
  /** Of the queries that are fetched again. */
  key: readonly string[];
  nameOf: (row: Row) => string;
  /** Called when all are changed. */
  onDone?: () => void;
}

/** Changes rows one after the other; those that could not be changed stay, each with its reason. */
export function useBulk<Row>(rows: readonly Row[], { key, nameOf, onDone }: Bulk<Row>, onClose: () => void) {
  const t = useText();
  const changeEach = useChangeEach<Row>(key);
  const [rest, setRest] = useState(rows);
  const [failures, setFailures] = useState<{ row: Row; failure: unknown }[]>([]);
  async function run(change: (row: Row) => Promise<unknown>): Promise<void> {
    setFailures([]);
    const failed = await changeEach(rest, change);
    setFailures(failed);
    setRest(failed.map(({ row }) => row));
    if (failed.length > 0) return;
    onClose();
    endSelection();
    onDone?.();
  }
  const list = failures.length > 0 && (
    <div role="alert" className={styles.failures}>
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
