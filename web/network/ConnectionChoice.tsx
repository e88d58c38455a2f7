import { useId, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { useText } from '../platform/text.ts';
import styles from './ConnectionChoice.module.css';
import { ConnectionFilter } from './ConnectionFilter.tsx';
import { foundBy, isLong, nameOf } from './connections.ts';
import { idOf, useConnections } from './data.ts';

interface Props {
  /** Ids of connections. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error: string | undefined;
}

/** Connections to tick; whoever is not verified yet cannot be chosen (A-NETWORK-44). */
export function ConnectionChoice({ chosen, onChange, error }: Props) {
  const t = useText();
  const errorId = useId();
  const { connections, hasFailed, retry } = useConnections();
  const [letters, setLetters] = useState('');
  const found = connections && foundBy(connections, letters);
  const turn = (id: string) => onChange(chosen.has(id) ? chosen.difference(new Set([id])) : new Set([...chosen, id]));
  return (
    <>
      {connections && isLong(connections) && <ConnectionFilter value={letters} onChange={setLetters} />}
      <fieldset className={styles.choice} aria-describedby={error && errorId}>
        <legend className={styles.legend}>{t('share-release.to')}</legend>
        <div className={styles.list}>
          {found?.map((connection) => (
            <div key={idOf(connection)} className={styles.row}>
              <Checkbox
                label={nameOf(connection)}
                hint={connection.verified ? connection.email : t('network.pending')}
                disabled={!connection.verified}
                checked={chosen.has(idOf(connection))}
                onChange={() => turn(idOf(connection))}
              />
            </div>
          ))}
          {!connections && !hasFailed && <Skeleton className={styles.waiting} />}
          {connections?.length === 0 && <p className={styles.quiet}>{t('network.empty')}</p>}
          {connections && connections.length > 0 && found?.length === 0 && (
            <p className={styles.quiet}>{t('network.none-found')}</p>
          )}
          {hasFailed && (
            <div className={styles.quiet} role="alert">
              <p>{t('network.failed-title')}</p>
              <Button size="small" onClick={retry}>
                {t('network.retry')}
              </Button>
            </div>
          )}
        </div>
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      </fieldset>
    </>
  );
}
