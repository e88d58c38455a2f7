import { FileSpreadsheet, FileText, Undo2 } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Link } from 'react-router';
import { ListenThrough } from '../catalogue/ListenThrough.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { sheetUrl } from './data.ts';
import styles from './Finished.module.css';
import { countDecided, type Desk, findUndoable, goBack, type RunState, undo } from './run.ts';
import { useDeskKeys } from './useDeskKeys.ts';

export interface DeskProps {
  runid: string;
  run: RunState;
  desk: Desk;
  stage: RefObject<HTMLElement | null>;
  act: (change: (before: Desk) => Desk) => void;
  /** What the last key did. */
  result: string;
  onResult: (result: string) => void;
  /** Speaks to screen readers. */
  onSay: (text: string) => void;
}

/** What was decided in a run. */
export function Finished({ runid, run, desk, stage, act, result, onResult, onSay }: DeskProps) {
  const t = useText();
  const counts = countDecided(run);
  const total = run.order.length;
  const done = t('desk.done', { count: total });
  useEffect(() => onSay(`${result} ${done}`.trim()), [result, done, onSay]);
  const takeBack = () => {
    onResult(t('desk.undone'));
    act(undo);
  };
  useDeskKeys(stage, { undo: takeBack, back: () => act(goBack) });
  const rows = [
    ['flagged', t('desk.word-flag'), counts.flag],
    ['archived', t('desk.word-archive'), counts.archive],
    ['reacted', t('desk.word-reaction'), counts.reaction],
    ['playlist', t('desk.word-playlist'), counts.playlist],
    ['later', t('desk.word-later'), counts.later],
    ['undecided', t('desk.word-next'), counts.next],
    ['lost', t('desk.word-lost'), desk.lost.length],
  ] as const;
  return (
    <div className={styles.finished}>
      <h1 className={styles.title}>{done}</h1>
      <dl className={styles.counts}>
        {rows
          .filter(([, , count]) => count > 0)
          .map(([name, word, count]) => (
            <div key={name} className={styles.count}>
              <dt>{word}</dt>
              <dd>{count}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.actions}>
        {counts.flag > 0 && (
          <ListenThrough
            source={{ kind: 'run', runid, decided: 'flag' }}
            size="medium"
            variant="primary"
            label={t('desk.listen-flagged', { count: counts.flag })}
          />
        )}
        <a className={buttonClass({})} href={sheetUrl(runid, 'pdf')} target="_blank" rel="noopener">
          <Icon icon={FileText} size={18} />
          {t('desk.print')}
        </a>
        <a className={buttonClass({})} href={sheetUrl(runid, 'csv')}>
          <Icon icon={FileSpreadsheet} size={18} />
          {t('desk.csv')}
        </a>
        <Button icon={Undo2} disabled={!findUndoable(desk)} aria-keyshortcuts="z" onClick={takeBack}>
          {t('desk.undo')}
        </Button>
        <Link to={paths.releases} className={buttonClass({ variant: 'plain' })}>
          {t('release.to-releases')}
        </Link>
      </div>
    </div>
  );
}
