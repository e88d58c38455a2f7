import type { JobCount } from '@promenade/contract/operatorService';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { formatAge } from '../console/times.ts';
import { useText } from '../platform/text.ts';

/** Jobs by kind and state, with the age of the oldest. */
export function JobCounts({ counts }: { counts: readonly JobCount[] }) {
  const t = useText();
  if (counts.length === 0) return <p>{t('operator.no-jobs')}</p>;
  return (
    <FiguresTable
      label={t('operator.jobs')}
      words={2}
      head={[t('operator.kind'), t('operator.state'), t('operator.count'), t('operator.oldest')]}
      rows={counts.map(({ queue, state, count, age }) => ({
        key: `${queue} ${state}`,
        cells: [queue, t(`operator.job-${state}`), count, formatAge(age)],
      }))}
    />
  );
}
