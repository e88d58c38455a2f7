import { LINE_MAX } from '@promenade/contract/limits';
import type { AuditLine } from '@promenade/contract/operatorService';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { TextCell } from '../catalogue/TableCells.tsx';
import { buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { TextField } from '../design/TextField.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useText } from '../platform/text.ts';
import { useListParams } from './listParams.ts';
import { OperatorTable } from './OperatorTable.tsx';
import { auditTableUrl, useAudit } from './serviceData.ts';
import { formatTime } from './times.ts';

const SORTS = ['-time'] as const;
const FILTERS = ['subject', 'actor', 'action', 'since', 'until'] as const;
const rowKey = ({ id }: AuditLine): string => String(id);
const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value).replace(/^\{(.*)\}$/, '$1');

/** Who changed what, newest first. */
export function Audit() {
  const t = useText();
  const params = useListParams(SORTS, '-time', FILTERS);
  const { query, set } = params;
  const { sort: _sort, page, ...filter } = query;
  const list = useAudit({ page, ...filter });
  const columns = useMemo((): Column<AuditLine>[] => {
    const words = (id: string, header: string, text: (line: AuditLine) => string, isOptional = false) => ({
      id,
      header,
      width: 92,
      share: 2,
      isOptional,
      cell: (line: AuditLine) => <TextCell text={text(line)} />,
    });
    return [
      {
        id: 'time',
        header: t('operator.time'),
        width: 160,
        share: 1,
        isRowName: true,
        cell: ({ at }, tabIndex) => (
          <span data-stop tabIndex={tabIndex}>
            <TextCell text={formatTime(at)} />
          </span>
        ),
      },
      words('actor', t('operator.who'), ({ actor }) => actor),
      words('action', t('operator.what'), ({ action }) => action),
      words('subject', t('operator.subject'), ({ subject, subjectname }) => subjectname ?? subject, true),
      words('before', t('operator.before'), ({ before }) => toText(before), true),
      words('after', t('operator.after'), ({ after }) => toText(after), true),
    ];
  }, [t]);
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
    <OperatorTable
      title={t('operator.audit')}
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
  );
}
