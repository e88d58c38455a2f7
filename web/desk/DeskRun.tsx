import type { RunDetail } from '@promenade/contract/desk';
import { Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { onServerEvent } from '../platform/events.ts';
import { notify } from '../platform/notices.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import styles from './DeskRun.module.css';
import { useSendSteps, useServerRun } from './data.ts';
import { changeDesk, useDesks } from './deskStore.ts';
import { Progress } from './Progress.tsx';
import { createDesk, type Desk, getRun, lose, refreshDesk } from './run.ts';
import { Stage } from './Stage.tsx';
import { createSender } from './sendWaiting.ts';
import { useDeskKeys } from './useDeskKeys.ts';
import { useLeadingPage } from './useLeadingPage.ts';

const Finished = lazyPart(async () => (await import('./Finished.tsx')).Finished);

interface Props {
  runid: string;
  /** Replaces the page of a run that does not exist, or is another's. */
  missing: ReactNode;
}

/** A run of the desk: its releases one by one, then what was decided. */
export function DeskRun({ runid, missing }: Props) {
  const t = useText();
  const { data, error, refetch } = useServerRun(runid);
  const desk = useDesks(({ desks }) => desks[runid]);
  const unsent = useDesks((state) => state.unsent);
  useEffect(() => {
    if (data) takeOver(data);
  }, [data]);
  const { isLeading, isFollowing, lead } = useLeadingPage(runid);
  const code = getRefusalCode(error);
  if (code === 'RUN_NOT_FOUND' || code === 'VALIDATION') return missing;
  if (!desk && error)
    return (
      <EmptyState heading="h1" icon={TriangleAlert} title={t('desk.failed')} hint={t('desk.failed-hint')} isFailure>
        <Button onClick={() => void refetch()}>{t('gallery.retry')}</Button>
      </EmptyState>
    );
  if (!desk) return <DeskSkeleton />;
  if (!isLeading)
    return (
      <EmptyState heading="h1" icon={Info} title={t('desk.elsewhere')} hint={t('desk.elsewhere-hint')}>
        <Button
          variant="primary"
          onClick={() => {
            lead();
            void refetch();
          }}
        >
          {t('desk.here')}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <OpenDesk
        runid={runid}
        title={data?.title ?? ''}
        listed={data?.listed ?? 0}
        desk={desk}
        isFollowing={isFollowing}
        lead={lead}
      />
      {Object.keys(unsent).map((other) => (
        <OtherRun key={other} runid={other} />
      ))}
    </>
  );
}

/** Sends what was decided in another run before the page was left. */
function OtherRun({ runid }: Pick<Props, 'runid'>) {
  const { data } = useServerRun(runid);
  const sendWaiting = useSender(runid);
  useEffect(() => {
    if (!data) return;
    takeOver(data);
    void sendWaiting();
  }, [data, sendWaiting]);
  return null;
}

/** Opens a run, or follows what changed elsewhere; an answer that is older than what this tab has sent changes nothing. */
function takeOver(server: RunDetail): void {
  useDesks.setState(({ desks, unsent: { [server.runid]: waiting = [], ...unsent } }) => {
    const desk = desks[server.runid];
    if (!desk) return { unsent, desks: { ...desks, [server.runid]: createDesk(server, waiting) } };
    const next = refreshDesk(desk, server);
    const isOlder = desk.waiting.length > 0 || countChanges(next) < countChanges(desk);
    return { unsent, desks: isOlder ? desks : { ...desks, [server.runid]: next } };
  });
}

const countChanges = ({ base: { decisions } }: Desk): number =>
  decisions.length + decisions.filter(({ isUndone }) => isUndone).length;

function useSender(runid: string, onResult?: (result: string) => void) {
  const t = useText();
  const send = useSendSteps();
  const sendWaiting = useMemo(
    () =>
      createSender(runid, send, ([refused]) => {
        const message = refused?.code === 'CHANGED_ELSEWHERE' ? t('desk.changed-elsewhere') : t('desk.not-saved');
        onResult?.(message);
        notify({ category: 'hasError', message });
      }),
    [runid, send, onResult, t],
  );
  useEffect(() => {
    void sendWaiting();
    const retry = () => void sendWaiting();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [sendWaiting]);
  return sendWaiting;
}

interface OpenProps extends Pick<RunDetail, 'runid' | 'title' | 'listed'> {
  desk: Desk;
  isFollowing: boolean;
  lead: () => void;
}

function OpenDesk({ runid, title, listed, desk, isFollowing, lead }: OpenProps) {
  const t = useText();
  useTitle(title || t('desk.title'), false);
  const followed = isFollowing ? t('desk.followed') : '';
  const [result, setResult] = useState('');
  const sendWaiting = useSender(runid, setResult);
  const change = useCallback(
    (next: (before: Desk) => Desk) => {
      changeDesk(runid, next);
      void sendWaiting();
    },
    [runid, sendWaiting],
  );
  const act = useCallback(
    (next: (before: Desk) => Desk) => {
      if (isFollowing) lead();
      change(next);
    },
    [isFollowing, lead, change],
  );
  const onLose = useCallback((releaseid: string) => change((before) => lose(before, releaseid)), [change]);
  useEffect(() => onServerEvent('release-withdrawn', ({ releaseid }) => onLose(releaseid)), [onLose]);
  const run = useMemo(() => getRun(desk), [desk]);
  const [said, setSaid] = useState('');
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => stage.current?.focus({ preventScroll: true }), []);
  const keys = useDeskKeys(stage);
  useEffect(lead, [lead]);
  const releaseid = run.order[run.position];
  const shared = {
    runid,
    run,
    desk,
    stage,
    keys,
    isFollowing,
    act,
    onLose,
    result: followed || result,
    onResult: setResult,
    onSay: setSaid,
  };
  return (
    <div className={styles.desk}>
      <Progress title={title} listed={listed} run={run} lost={desk.lost.length} />
      {/* The letter keys need the focus here. */}
      <div
        ref={stage}
        role="group"
        aria-label={t('desk.stage')}
        aria-describedby="desk-said"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keys of the desk need a focus of their own.
        tabIndex={0}
        className={styles.stage}
      >
        {run.order.length === 0 && <EmptyState heading="h1" title={t('desk.empty')} hint={t('desk.empty-hint')} />}
        {releaseid === undefined && run.order.length > 0 && <Finished {...shared} />}
        {releaseid !== undefined && <Stage {...shared} releaseid={releaseid} />}
      </div>
      <p id="desk-said" className="visuallyHidden" role="status">
        {said.startsWith(followed) ? said : followed}
      </p>
    </div>
  );
}

function DeskSkeleton() {
  const t = useText();
  return (
    <div className={styles.desk} role="status" aria-label={t('common.loading')}>
      <Skeleton width="min(60%, 360px)" height={20} />
      <Skeleton height={6} margin="var(--space-3) 0 var(--space-6)" />
      <Skeleton width="min(100%, 320px)" aspectRatio={1} borderRadius="var(--radius-cover)" />
    </div>
  );
}
