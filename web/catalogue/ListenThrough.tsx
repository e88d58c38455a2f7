import type { Run } from '@promenade/contract/desk';
import { RUN_RELEASES_MAX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { formatDayName } from '../platform/format.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { deskPath } from '../platform/paths.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import styles from './ListenThrough.module.css';
import { getOpenRunid, type RunSource, startRun, useDeleteRun, useOpenRuns } from './runsData.ts';

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'> {
  source: RunSource;
  /** Releases of the list; undefined where it is not known. */
  total?: number;
  /** Another text for the button. */
  label?: string;
}

/** Starts a run of the desk over a list, or continues the one that is open over it. */
export function ListenThrough({ source, total, label, size = 'small', variant, className }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [openRunid, setOpenRunid] = useState<string>();
  const open = (runid: string) => void navigate(deskPath(runid));
  async function start(anew: boolean) {
    setOpenRunid(undefined);
    setStarting(true);
    try {
      open((await startRun(source, anew)).runid);
    } catch (failure) {
      const runid = getOpenRunid(failure);
      const code = getRefusalCode(failure);
      if (runid) setOpenRunid(runid);
      else if (code === 'RUN_EMPTY') notify({ category: 'hasError', message: t('desk.empty') });
      else if (code === 'TOO_MANY_RUNS') notify({ category: 'hasError', message: t('desk.too-many') });
      else {
        logError('A run could not be started', failure);
        notifyFailure(failure);
      }
    } finally {
      setStarting(false);
    }
  }
  const count = Math.min(total ?? 0, RUN_RELEASES_MAX);
  const text = label ?? (total === undefined ? t('desk.listen-all') : t('desk.listen', { count }));
  return (
    <>
      <Button
        size={size}
        variant={variant}
        className={className}
        busy={isStarting}
        disabled={total === 0}
        onClick={() => void start(false)}
      >
        {text}
      </Button>
      {openRunid && (
        <LazyDialog kind="question" title={t('desk.open-title')} onClose={() => setOpenRunid(undefined)}>
          <p className={styles.message}>{t('desk.open-message')}</p>
          <div className={styles.buttons}>
            <Button variant="plain" onClick={() => setOpenRunid(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button onClick={() => void start(true)}>{t('desk.anew')}</Button>
            <Button
              variant="primary"
              autoFocus
              onClick={() => {
                setOpenRunid(undefined);
                open(openRunid);
              }}
            >
              {t('desk.continue')}
            </Button>
          </div>
        </LazyDialog>
      )}
    </>
  );
}

const SHOWN_RUNS = 3;

/** The runs that can be continued, the last used first; nothing without any. */
export function OpenRuns() {
  const t = useText();
  const runs = useOpenRuns();
  const deleteRun = useDeleteRun();
  const [toDelete, setToDelete] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  async function remove(runid: string) {
    setToDelete(undefined);
    try {
      await deleteRun(runid);
    } catch (failure) {
      logError('A run could not be deleted', failure);
      notifyFailure(failure);
    }
  }
  if (runs.length === 0) return null;
  return (
    <ul className={styles.runs} aria-label={t('desk.runs')}>
      {runs.slice(0, showsAll ? undefined : SHOWN_RUNS).map((run) => (
        <li key={run.runid} className={styles.run}>
          <span className={styles.words}>
            <bdi>{nameRun(t, run, runs)}</bdi>:{' '}
            <span className={styles.left}>{t('desk.run-left', { count: run.counts.left, total: run.total })}</span>
          </span>
          <Link to={deskPath(run.runid)} className={buttonClass({ size: 'small' })}>
            {t('desk.continue')}
          </Link>
          <IconButton icon={X} size="small" label={t('desk.delete')} onClick={() => setToDelete(run.runid)} />
        </li>
      ))}
      {!showsAll && runs.length > SHOWN_RUNS && (
        <li>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {t('desk.more-runs', { count: runs.length - SHOWN_RUNS })}
          </Button>
        </li>
      )}
      {toDelete && (
        <ConfirmDialog
          title={t('desk.delete-title')}
          message={t('desk.delete-message')}
          confirmLabel={t('desk.delete')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => void remove(toDelete)}
          onCancel={() => setToDelete(undefined)}
        />
      )}
    </ul>
  );
}

/** Runs over the same list, or of the same day, are told apart by the time at which they began. */
function nameRun(t: Translate, run: Run, runs: readonly Run[]): string {
  const name = (of: Run) => of.title || nameByDay(t, of);
  if (runs.every((other) => other.runid === run.runid || name(other) !== name(run))) return name(run);
  const time = new Intl.DateTimeFormat(getLanguage(), { timeStyle: 'short' }).format(new Date(run.startedat));
  return t('desk.run-at', { name: name(run), time });
}

const SIX_DAYS_MS = 6 * 24 * 3600_000;

function nameByDay(t: Translate, { startedat }: Run): string {
  // A weekday names one day only within a week.
  const isLong = Date.now() - Date.parse(startedat) >= SIX_DAYS_MS;
  return t(isLong ? 'desk.run-from' : 'desk.run-of', { day: formatDayName(startedat, getLanguage(), isLong) });
}
