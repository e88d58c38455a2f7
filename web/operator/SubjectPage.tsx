import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import { BackLink, DetailPage } from '../console/DetailPage.tsx';
import styles from '../console/sections.module.css';
import { IconButton } from '../design/IconButton.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  name: string | undefined;
  failed: { title: string; hint: string };
  /** The path of the list, and its name. */
  all: [path: string, name: string];
  /** In the audit trail. */
  subject: string;
  children: (data: Data) => ReactNode;
}

/** A page about one person, label or package, with a link to what was changed there. */
export function SubjectPage<Data>({ query, name, failed, all: [path, all], subject, children }: Props<Data>) {
  const t = useText();
  useTitle(name ?? t('operator.title'), false);
  return (
    <DetailPage
      query={query}
      className={styles.page}
      back={<BackLink to={path}>{all}</BackLink>}
      skeleton={<RowsSkeleton />}
      failed={failed}
    >
      {(data) => (
        <>
          <h1 className={styles.title}>{name}</h1>
          {children(data)}
          <div>
            <Link to={`${operatorPath('audit')}?${new URLSearchParams({ subject })}`} className="link">
              {t('operator.see-audit')}
            </Link>
          </div>
        </>
      )}
    </DetailPage>
  );
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
