import type { ListChange } from '@promenade/contract/lists/lists';
import { useState } from 'react';
import { Failed } from '../../catalogue/Failed.tsx';
import sections from '../../console/sections.module.css';
import { formatTime } from '../../console/times.ts';
import { type Translate, useText } from '../../platform/text.ts';
import { useListHistory } from './listsData.ts';

/** What was done to a list; read when it is opened. */
export function ListHistory({ listid }: { listid: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useListHistory(listid, isOpen);
  return (
    <div className={sections.page}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('listed.history')}</summary>
        {isError && !data && <Failed title={t('listed.history-failed')} onRetry={refetch} />}
        <ul className={sections.list}>
          {data?.items.map((change) => (
            <li key={`${change.at} ${change.action}`} className={sections.hint}>
              {formatTime(change.at)} · {describe(change, t)}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function describe({ action, name, added, people, by }: ListChange, t: Translate): string {
  const kind = action.slice('list.'.length) as 'create';
  const what =
    action === 'list.person-deleted'
      ? t('listed.did-person-deleted', { count: people })
      : t(`listed.did-${kind}`, { name: name ?? '', added, people });
  return by === null ? what : t('listed.by', { what, who: by });
}
