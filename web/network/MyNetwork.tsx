import type { Connection } from '@promenade/contract/network';
import { BadgeCheck, UserMinus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Avatar } from '../design/Avatar.tsx';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { ConnectionFilter } from './ConnectionFilter.tsx';
import { filterConnections, getConnectionName, isFilterable } from './connections.ts';
import { getConnectionId, useConnections, useDeleteConnection } from './data.ts';
import { InviteButton } from './InviteButton.tsx';
import styles from './MyNetwork.module.css';

const ListenThrough = lazyPart(async () => (await import('../catalogue/ListenThrough.tsx')).ListenThrough);

/** Whether a failed removal is shown on the screen, not only logged (requirement A-NETWORK-09). */
const SHOW_DELETE_CONNECTION_ERROR = false;

/** The connections of the account. Inviting and removing need a verified account. */
export function MyNetwork() {
  const t = useText();
  const { connections, hasFailed, retry } = useConnections();
  return (
    <div className={styles.network}>
      <p className={styles.label}>
        <Icon icon={BadgeCheck} size={18} />
        {t('network.label')}
      </p>
      {connections && connections.length > 0 && <Connections connections={connections} />}
      {connections?.length === 0 && <NoConnections />}
      {!connections && !hasFailed && <ConnectionsSkeleton />}
      {hasFailed && (
        <div className="centered" role="alert">
          <h2 className={styles.title}>{t('network.failed-title')}</h2>
          <Button onClick={retry}>{t('network.retry')}</Button>
        </div>
      )}
    </div>
  );
}

function Connections({ connections }: { connections: readonly Connection[] }) {
  const t = useText();
  const isVerified = useTokenClaims()?.verified === true;
  const list = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState('');
  const [toRemove, setToRemove] = useState<Connection>();
  const { remove, failure } = useDeleteConnection(t('network.remove-failed'));
  const matches = filterConnections(connections, filter);
  const total = matches.length === connections.length ? 'network.total' : 'network.found';

  const confirmRemoval = (connection: Connection) => {
    setToRemove(undefined);
    remove(getConnectionId(connection));
    // The focused button disappears with its row: the list gets the focus after the dialog has closed.
    setTimeout(() => list.current?.focus());
  };
  return (
    <>
      <div className={styles.head}>
        <p className={styles.total} aria-live="polite">
          {connections.length > 1 && t(total, { count: matches.length })}
        </p>
        <InviteButton />
      </div>
      {isFilterable(connections) && <ConnectionFilter value={filter} onChange={setFilter} />}
      {SHOW_DELETE_CONNECTION_ERROR && failure && <Banner kind="error" title={failure} />}
      {matches.length === 0 && <p className="centered">{t('network.none-found')}</p>}
      <ul ref={list} className={styles.list} aria-label={t('network.list')} tabIndex={-1}>
        {matches.map((connection) => (
          <ConnectionRow
            key={getConnectionId(connection)}
            connection={connection}
            onRemove={isVerified ? setToRemove : undefined}
          />
        ))}
      </ul>
      {toRemove && (
        <ConfirmDialog
          title={t('network.remove-title', { name: getConnectionName(toRemove) })}
          message={t('network.remove-message')}
          confirmLabel={t('network.remove-confirm')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => confirmRemoval(toRemove)}
          onCancel={() => setToRemove(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  connection: Connection;
  /** Undefined for a list that is read-only. */
  onRemove: ((connection: Connection) => void) | undefined;
}

/** An unverified person is marked as pending (requirement A-NETWORK-04). */
function ConnectionRow({ connection, onRemove }: RowProps) {
  const t = useText();
  const { first_name, last_name, email, verified } = connection;
  const name = getConnectionName(connection);
  return (
    <li className={styles.row}>
      <Avatar person={{ firstname: first_name, lastname: last_name, email }} />
      <div className={styles.person}>
        <p className={styles.nameLine}>
          <bdi className={classNames('ellipsis', styles.name)}>{name}</bdi>
          {!verified && <span className={styles.pending}>{t('network.pending')}</span>}
        </p>
        {name !== email && <p className={classNames('ellipsis', styles.email)}>{email}</p>}
      </div>
      {onRemove && (
        <>
          <ListenThrough
            source={{ kind: 'shares', playerid: getConnectionId(connection) }}
            label={t('desk.listen-shares')}
          />
          <IconButton icon={UserMinus} label={t('network.remove', { name })} onClick={() => onRemove(connection)} />
        </>
      )}
    </li>
  );
}

function NoConnections() {
  const t = useText();
  const isVerified = useTokenClaims()?.verified === true;
  return (
    <div className="centered">
      <h2 className={styles.title}>{t('network.empty')}</h2>
      <p className={styles.hint}>{t(isVerified ? 'network.empty-hint' : 'network.empty-unverified')}</p>
      <InviteButton />
    </div>
  );
}

function ConnectionsSkeleton() {
  const t = useText();
  return (
    <div className={styles.list} role="status" aria-label={t('common.loading')}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={40} margin="var(--space-3) 0" />
      ))}
    </div>
  );
}
