import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { JobCounts } from './JobCounts.tsx';
import styles from './Person.module.css';
import { useStatus } from './serviceData.ts';
import { formatTime } from './times.ts';

/** The answers of `npm run operator -- status`. */
export function Status() {
  const t = useText();
  useTitle(t('operator.status'), false);
  const { data, isError, refetch } = useStatus();
  const size = (bytes: number) => t('operator.gigabytes', { gigabytes: Number((bytes / 1e9).toPrecision(3)) });
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || t('operator.none');
  const facts = data && [
    [t('operator.version'), data.version],
    [t('operator.problems'), data.problems.map(({ message }) => message).join(' ') || t('operator.none')],
    [t('operator.database'), `PostgreSQL ${data.postgres}, ${size(data.databaseBytes)}`],
    [
      t('operator.storage'),
      t('operator.files', { count: data.files, size: size(data.fileBytes), storage: data.storage }),
    ],
    [t('operator.free'), size(data.freeBytes)],
    [t('operator.accounts'), list(data.accounts)],
    [t('table.releases'), list(data.releases)],
    [t('outbox.list'), list(data.mails)],
    [
      t('operator.replicas'),
      data.replicas.map(({ name, lag }) => `${name} (${lag ?? '?'} s)`).join(', ') || t('operator.none'),
    ],
    [
      t('operator.processes'),
      data.processes.map(({ name, since }) => t('operator.process', { name, since: formatTime(since) })).join(', '),
    ],
    [t('operator.backup'), data.backupat ? formatTime(data.backupat) : t('operator.no-backup')],
  ];
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('operator.status')}
        actions={
          <Button size="small" onClick={() => void refetch()}>
            {t('outbox.refresh')}
          </Button>
        }
      />
      {isError && !data && <EmptyState isFailure title={t('operator.failed')} hint={t('gallery.failed-hint')} />}
      {!data && !isError && <RowsSkeleton />}
      {facts && (
        <FiguresTable
          label={t('operator.installation')}
          words={2}
          head={[t('operator.what'), t('operator.state')]}
          rows={facts.map(([name = '', value]) => ({ key: name, cells: [name, value] }))}
        />
      )}
      {data && <JobCounts counts={data.jobs} />}
    </div>
  );
}
