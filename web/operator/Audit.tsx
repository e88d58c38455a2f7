import { LINE_MAX } from '@promenade/contract/limits';
import type { AuditLine } from '@promenade/contract/operatorService';
import { Download, X } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { column, type ListColumn } from '../console/ListColumns.tsx';
import { ListPage } from '../console/ListPage.tsx';
import { useListParams } from '../console/listParams.ts';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { SearchField } from '../design/SearchField.tsx';
import { TextField } from '../design/TextField.tsx';
import { withParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { describeAudit } from './auditSentence.ts';
import details from './details.module.css';
import { auditTableUrl, useAudit } from './serviceData.ts';

const LIST = {
  initial: '-time',
  filters: { subject: 'text', actor: 'text', action: 'text', since: 'text', until: 'text' },
} as const;
const rowKey = ({ id }: AuditLine): string => String(id);

/** Who changed what, newest first. */
export function Audit() {
  const t = useText();
  const params = useListParams(LIST);
  const { query, set } = params;
  const [search] = useSearchParams();
  const { sort: _sort, page, ...filter } = query;
  const list = useAudit({ page, ...filter });
  const columns = useMemo(
    (): ListColumn<AuditLine>[] => [
      column.link(
        'time',
        t('operator.time'),
        ({ id, at }) => ({ to: withParams(search, { line: String(id) }), title: formatTime(at) }),
        { width: 160, share: 1 },
      ),
      column.text('actor', t('operator.who'), ({ actor }) => actor, { width: 92, share: 1 }),
      column.text('what', t('operator.what'), (line) => describeAudit(t, line), { width: 92, share: 5 }),
    ],
    [t, search],
  );
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
      <ListPage
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
          <pre className={details.json}>{JSON.stringify({ before, after }, undefined, 2)}</pre>
        </details>
      </div>
    </LazyDialog>
  );
}
