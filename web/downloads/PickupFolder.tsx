import type { Pickup } from '@promenade/contract/desk';
import { useEffect, useEffectEvent, useState } from 'react';
import { FailureBanner } from '../catalogue/FailureBanner.tsx';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { useText } from '../platform/text.ts';
import { getFailure } from './downloadFailures.ts';
import styles from './PickupDialog.module.css';
import { type SavedFiles, saveToFolder } from './saveToFolder.ts';

interface Props {
  pickup: Pickup;
  handle: FileSystemDirectoryHandle;
  onClose: () => void;
}

/** Saves the files of a pick-up one by one into a folder. Closing it stops; what was saved stays. */
export function PickupFolder({ pickup, handle, onClose }: Props) {
  const t = useText();
  const { name: folder } = handle;
  const [done] = useState<SavedFiles>(() => ({ saved: new Set(), refused: new Map() }));
  const [attempt, setAttempt] = useState(0);
  const [song, setSong] = useState('');
  const [state, setState] = useState<'running' | 'saved' | { failure: unknown }>('running');

  const save = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await saveToFolder(pickup, handle, { done, signal, onSong: ({ title }) => setSong(title) });
      if (!signal.aborted) setState('saved');
    } catch (failure) {
      if (!signal.aborted) setState({ failure });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt saves what is left.
  useEffect(() => {
    const controller = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- its state changes when a song is saved, not in this turn
    void save(controller.signal);
    return () => controller.abort();
  }, [attempt]);

  const count = done.saved.size;
  const total = pickup.files.length;
  const isRunning = state === 'running';
  const goOn = () => {
    setState('running');
    setAttempt(attempt + 1);
  };
  return (
    <div className={styles.form}>
      {typeof state === 'object' && <SaveFailure failure={state.failure} />}
      <div role="status" className={styles.facts}>
        <p>
          {state === 'saved'
            ? t('pickup.saved', { count, folder })
            : t('pickup.saving', { number: Math.min(count + done.refused.size + 1, total), total, folder })}
        </p>
        {isRunning && <p className={styles.soft}>{song}</p>}
      </div>
      {isRunning && (
        <progress className={styles.bar} max={total} value={count + done.refused.size} aria-label={t('pickup.title')} />
      )}
      {done.refused.size > 0 && (
        <ul className={styles.soft} aria-label={t('pickup.missing')}>
          {pickup.files.map(({ trackid, title }) => {
            const failure = done.refused.get(trackid);
            return (
              failure && (
                <li key={trackid}>{t('pickup.not-saved', { title, why: t(`download.failure-${failure}`) })}</li>
              )
            );
          })}
        </ul>
      )}
      <div className={styles.buttons}>
        {typeof state === 'object' && (
          <Button variant="primary" onClick={goOn}>
            {t('pickup.go-on')}
          </Button>
        )}
        <Button autoFocus variant={state === 'saved' ? 'primary' : 'plain'} onClick={onClose}>
          {t(state === 'saved' ? 'pickup.done' : isRunning ? 'pickup.stop' : 'common.close')}
        </Button>
      </div>
    </div>
  );
}

/** A disk without room or permission is the person's own, other failures are those of calls. */
function SaveFailure({ failure }: { failure: unknown }) {
  const t = useText();
  const title = t('pickup.stopped');
  return getFailure(failure) === 'disk' ? (
    <Banner kind="error" title={title}>
      {t('download.failure-disk')}
    </Banner>
  ) : (
    <FailureBanner title={title} failure={failure} />
  );
}
