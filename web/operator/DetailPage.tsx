import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { useRefresh } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import styles from './Person.module.css';

interface Props {
  detail: { isError: boolean; data: unknown; refetch: () => unknown };
  name: string | undefined;
  /** Says that it could not be loaded. */
  failure: string;
  /** The path of the list. */
  all: string;
  /** In the audit trail. */
  subject: string;
  children: ReactNode;
}

/** A page about one label or package. */
export function DetailPage({ detail: { isError, data, refetch }, name, failure, all, subject, children }: Props) {
  const t = useText();
  useTitle(name ?? t('operator.title'), false);
  return (
    <div className={styles.page}>
      <div className={styles.buttons}>
        <Link to={all} className={classNames(buttonClass({ variant: 'plain', size: 'small' }), styles.back)}>
          <Icon icon={ChevronLeft} size={18} />
          {t('names.back')}
        </Link>
      </div>
      {isError && !data && (
        <EmptyState isFailure heading="h1" title={failure} hint={t('names.unknown-hint')}>
          <Button onClick={() => void refetch()}>{t('gallery.retry')}</Button>
        </EmptyState>
      )}
      {!data && !isError && <RowsSkeleton />}
      {data !== undefined && (
        <>
          <h1 className={styles.title}>{name}</h1>
          {children}
          <div>
            <Link to={`${operatorPath('audit')}?${new URLSearchParams({ subject })}`} className="link">
              {t('operator.see-audit')}
            </Link>
          </div>
        </>
      )}
    </div>
  );
}

/** Saves a change and reads the page again; a refusal stays above the button. */
export function useSave(send: () => Promise<unknown>) {
  const t = useText();
  const refresh = useRefresh();
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      await send();
      await refresh();
      notify({ category: 'settingSaved' });
    },
  });
  const message = failure !== undefined && (
    <p role="alert" className={styles.failure}>
      {getRefusalText(failure) || t('selection.unavailable')}
    </p>
  );
  return { submit, isBusy, message };
}

interface Member {
  playerid: string;
  name: string;
  email: string;
  detail: string;
}

interface MembersProps<Row> {
  rows: readonly Row[];
  empty: string;
  onRemove?: ((row: Row) => void) | undefined;
}

/** People with a link to each. */
export function Members<Row extends Member>({ rows, empty, onRemove }: MembersProps<Row>) {
  const t = useText();
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.playerid} className={styles.entry}>
          <span>
            <Link to={operatorPath('people/:playerid', { playerid: row.playerid })} className="link">
              <bdi>{row.name || row.email || row.playerid}</bdi>
            </Link>
            {row.detail && `, ${row.detail}`}
          </span>
          {onRemove && (
            <IconButton
              icon={X}
              size="small"
              label={t('names.remove-one', { name: row.name || row.email })}
              onClick={() => onRemove(row)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
