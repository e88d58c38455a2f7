import { LINE_MAX } from '@promenade/contract/limits';
import type { AuditLine } from '@promenade/contract/operatorService';
import { Download, X } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { SearchField } from '../design/SearchField.tsx';
import { TextField } from '../design/TextField.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useText } from '../platform/text.ts';
import { describeAudit } from './auditSentence.ts';
import { useListParams } from './listParams.ts';
import { OperatorTable } from './OperatorTable.tsx';
import styles from './Person.module.css';
import { auditTableUrl, useAudit } from './serviceData.ts';
import { formatTime } from './times.ts';

const SORTS = ['-time'] as const;
const FILTERS = ['subject', 'actor', 'action', 'since', 'until'] as const;
const rowKey = ({ id }: AuditLine): string => String(id);

/** Who changed what, newest first. */
export function Audit() {
  const t = useText();
  const params = useListParams(SORTS, '-time', FILTERS);
  const { query, set } = params;
  const [search] = useSearchParams();
  const { sort: _sort, page, ...filter } = query;
  const list = useAudit({ page, ...filter });
  const columns = useMemo((): Column<AuditLine>[] => {
    const words = (id: string, header: string, text: (line: AuditLine) => string, share: number) => ({
      id,
      header,
      width: 92,
      share,
      cell: (line: AuditLine) => <TextCell text={text(line)} />,
    });
    return [
      {
        id: 'time',
        header: t('operator.time'),
        width: 160,
        share: 1,
        isRowName: true,
        cell: (line, tabIndex) => (
          <RowLink to={{ search: `?${withLine(search, line.id)}` }} title={formatTime(line.at)} tabIndex={tabIndex} />
        ),
      },
      words('actor', t('operator.who'), ({ actor }) => actor, 1),
      words('what', t('operator.what'), (line) => describeAudit(t, line), 5),
    ];
  }, [t, search]);
  const opened = list.data?.items.find(({ id }) => String(id) === search.get('line'));
  const field = (name: 'subject' | 'actor' | 'action', label: string) => (
    <SearchField
      key={name}
      label={label}
      value={query[name] ?? ''}
      maxLength={LINE_MAX}
      onSearch={(value) => set({ [name]: value, page: '' })}
    />
  );
  const day = (name: 'since' | 'until', label: string) => (
    <TextField
      type="date"
      label={label}
      value={query[name] ?? ''}
      onChange={({ target }) => set({ [name]: target.value, page: '' })}
    />
  );
  return (
    <>
      <OperatorTable
        title={t('operator.audit')}
        total={(count) => t('operator.total-audit', { count })}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        empty={t('operator.none-title')}
        actions={
          <a href={auditTableUrl(filter)} download className={buttonClass({ size: 'small' })}>
            <Icon icon={Download} size={18} />
            {t('operator.csv')}
          </a>
        }
        filters={
          <>
            {field('subject', t('operator.filter-subject'))}
            {field('actor', t('operator.filter-actor'))}
            {field('action', t('operator.filter-action'))}
            {day('since', t('operator.from-day'))}
            {day('until', t('operator.to-day'))}
          </>
        }
      />
      {opened && <Line line={opened} onClose={() => set({ line: '' })} />}
    </>
  );
}

function withLine(search: URLSearchParams, id: number): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set('line', String(id));
  return next;
}

/** All that a line holds. */
function Line({ line, onClose }: { line: AuditLine; onClose: () => void }) {
  const t = useText();
  const { at, actor, action, subject, before, after } = line;
  const facts = [
    [t('operator.time'), formatTime(at)],
    [t('operator.who'), actor],
    [t('operator.action'), action],
    [t('operator.subject'), subject],
  ];
  const sentence = describeAudit(t, line);
  return (
    <LazyDialog kind="drawer" label={sentence} onClose={onClose}>
      <div className={styles.drawer}>
        <header className={styles.drawerHead}>
          <h2 className={styles.heading}>{sentence}</h2>
          <IconButton icon={X} label={t('common.close')} onClick={onClose} />
        </header>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <details>
          <summary>{t('audit.details')}</summary>
          <pre className={styles.json}>{JSON.stringify({ before, after }, undefined, 2)}</pre>
        </details>
      </div>
    </LazyDialog>
  );
}
