import type { Connection } from '@promenade/contract/network';
import { BadgeCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { Question } from '../design/Question.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { ConnectionFilter } from './ConnectionFilter.tsx';
import { ConnectionRow } from './ConnectionRow.tsx';
import { foundBy, isLong, nameOf } from './connections.ts';
import { idOf, useConnections, useDeleteConnection } from './data.ts';
import { InviteButton } from './InviteButton.tsx';
import styles from './MyNetwork.module.css';

/** A connection that could not be removed is logged and stays; set, the screen says so, too (A-NETWORK-09). */
const SHOW_DELETE_CONNECTION_ERROR = false;

/** Whom one is connected with. Everybody sees the list; what can be done with it is for verified people. */
export function MyNetwork() {
  const t = useText();
  const { connections, hasFailed, retry } = useConnections();
  return (
    <div className={styles.network}>
      <p className={styles.label}>
        <Icon of={BadgeCheck} size={18} />
        {t('network.label')}
      </p>
      {connections && connections.length > 0 && <Connections connections={connections} />}
      {connections?.length === 0 && <NoConnections />}
      {!connections && !hasFailed && <Waiting />}
      {hasFailed && (
        <div className={styles.state} role="alert">
          <h2 className={styles.title}>{t('network.failed-title')}</h2>
          <Button onClick={retry}>{t('network.retry')}</Button>
        </div>
      )}
    </div>
  );
}

function Connections({ connections }: { connections: readonly Connection[] }) {
  const t = useText();
  const isVerified = useAccount()?.verified === true;
  const list = useRef<HTMLUListElement>(null);
  const [letters, setLetters] = useState('');
  const [leaving, setLeaving] = useState<Connection>();
  const { remove, failure } = useDeleteConnection(t('network.remove-failed'));
  const found = foundBy(connections, letters);
  const total = found.length === connections.length ? 'network.total' : 'network.found';

  const removeNow = (connection: Connection) => {
    setLeaving(undefined);
    remove(idOf(connection));
    // The button that had the focus goes with its row: once the question has let go, the list takes it.
    setTimeout(() => list.current?.focus());
  };
  return (
    <>
      <div className={styles.head}>
        <p className={styles.total} aria-live="polite">
          {t(total, { count: found.length })}
        </p>
        <InviteButton />
      </div>
      {isLong(connections) && <ConnectionFilter value={letters} onChange={setLetters} />}
      {SHOW_DELETE_CONNECTION_ERROR && failure && <Banner kind="error" title={failure} />}
      {found.length === 0 && <p className={styles.state}>{t('network.none-found')}</p>}
      <ul ref={list} className={styles.list} aria-label={t('network.list')} tabIndex={-1}>
        {found.map((connection) => (
          <ConnectionRow
            key={idOf(connection)}
            connection={connection}
            onRemove={isVerified ? setLeaving : undefined}
          />
        ))}
      </ul>
      {leaving && (
        <Question
          title={t('network.remove-title', { name: nameOf(leaving) })}
          message={t('network.remove-message')}
          yes={t('network.remove-confirm')}
          no={t('common.cancel')}
          onYes={() => removeNow(leaving)}
          onNo={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

function NoConnections() {
  const t = useText();
  const isVerified = useAccount()?.verified === true;
  return (
    <div className={styles.state}>
      <h2 className={styles.title}>{t('network.empty')}</h2>
      {isVerified && <p className={styles.hint}>{t('network.empty-hint')}</p>}
      <InviteButton />
    </div>
  );
}

function Waiting() {
  const t = useText();
  return (
    <div className={styles.list} role="status" aria-label={t('common.loading')}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className={styles.waiting} />
      ))}
    </div>
  );
}
