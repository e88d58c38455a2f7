import { useText } from '../platform/text.ts';
import styles from './DeskRun.module.css';
import { countDecided, estimateMinutes, type RunState } from './run.ts';

interface Props {
  title: string;
  /** Releases of the list that the run was made of. */
  listed: number;
  run: RunState;
  lost: number;
}

/** How far the run is, what was decided, and how long the rest takes at this pace. */
export function Progress({ title, listed, run, lost }: Props) {
  const t = useText();
  const { order, position } = run;
  const total = order.length;
  const { flag, archive } = countDecided(run);
  const minutes = position < total ? estimateMinutes(run) : undefined;
  const parts = [
    t('desk.progress', { number: Math.min(position + 1, total), total }),
    t('desk.flagged', { count: flag }),
    t('desk.archived', { count: archive }),
    ...(lost > 0 ? [t('desk.lost-count', { count: lost })] : []),
    ...(minutes === undefined ? [] : [t('desk.minutes', { count: minutes })]),
  ];
  return (
    <div className={styles.progress}>
      <p className={styles.counts}>
        {title && (
          <>
            <bdi className={styles.runTitle}>{title}</bdi>
            {' · '}
          </>
        )}
        {parts.join(' · ')}
      </p>
      <progress className={styles.bar} value={position} max={Math.max(1, total)} aria-label={t('desk.bar')} />
      {listed > total && <p className={styles.counts}>{t('desk.only-first', { count: total })}</p>}
    </div>
  );
}
