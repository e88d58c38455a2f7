import { FileSpreadsheet, FileText, Undo2 } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Link } from 'react-router';
import { ListenThrough } from '../catalogue/ListenThrough.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { ListButtons } from '../downloads/ListButtons.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { sheetUrl } from './data.ts';
import styles from './Finished.module.css';
import { countDecided, countLeft, type Desk, goBack, type RunState } from './run.ts';
import { type DeskKeys, useDeskActions } from './useDeskKeys.ts';
import { useUndo } from './useUndo.ts';

export interface DeskProps {
  runid: string;
  run: RunState;
  desk: Desk;
  stage: RefObject<HTMLElement | null>;
  keys: DeskKeys;
  /** Another device leads. */
  isFollowing: boolean;
  /** What the person does. */
  act: (change: (before: Desk) => Desk) => void;
  /** A release can no longer be heard. */
  onLose: (releaseid: string) => void;
  /** What the last key did. */
  result: string;
  onResult: (result: string) => void;
  /** Speaks to screen readers. */
  onSay: (text: string) => void;
}

/** What was decided in a run. */
export function Finished({ runid, run, desk, keys, act, result, onResult, onSay }: DeskProps) {
  const t = useText();
  const counts = countDecided(run);
  const left = countLeft(desk);
  const total = run.order.length;
  const isAll = left.undecided + left.failed + left.lost === 0;
  const done = t(isAll ? 'desk.done' : 'desk.through', { count: total });
  useEffect(() => onSay(`${result} ${done}`.trim()), [result, done, onSay]);
  const { canUndo, takeBack } = useUndo({ desk, act, onResult });
  useDeskActions(keys, { undo: takeBack, back: () => act(goBack) });
  const rows = [
    ['flagged', t('desk.word-flag'), counts.flag],
    ['archived', t('desk.word-archive'), counts.archive],
    ['reacted', t('desk.word-reaction'), counts.reaction],
    ['playlist', t('desk.word-playlist'), counts.playlist],
    ['later', t('desk.word-later'), counts.later],
    ['undecided', t('desk.word-next'), left.undecided],
    ['failed', t('desk.word-failed'), left.failed],
    ['lost', t('desk.word-lost'), left.lost],
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
        {left.undecided + left.failed > 0 && (
          <ListenThrough
            source={{ kind: 'run', runid, decided: 'next' }}
            size="medium"
            label={t('desk.listen-left', { count: left.undecided + left.failed })}
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
        {counts.flag > 0 && <ListButtons source={{ kind: 'run', runid }} />}
        <Button icon={Undo2} aria-disabled={!canUndo || undefined} aria-keyshortcuts="z" onClick={takeBack}>
          {t('desk.undo')}
        </Button>
        <Link to={paths.releases} className={buttonClass({ variant: 'plain' })}>
          {t('release.to-releases')}
        </Link>
      </div>
    </div>
  );
}
