import { lazy, Suspense } from 'react';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { useReplace } from '../player/replaceStore.ts';
import styles from './PlayerDock.module.css';

/** Nothing sounds before a press: what makes the sound comes behind the first screen. */
const Engine = lazy(async () => ({ default: (await import('../player/Engine.tsx')).Engine }));
const Keys = lazy(async () => ({ default: (await import('../player/Keys.tsx')).Keys }));
const ReplaceQuestion = lazy(async () => ({
  default: (await import('../player/ReplaceQuestion.tsx')).ReplaceQuestion,
}));
const DownloadsEngine = lazy(async () => ({
  default: (await import('../downloads/DownloadsEngine.tsx')).DownloadsEngine,
}));

/** What plays, at the bottom of every signed-in page. */
export function PlayerDock() {
  const hasDownloads = useDownloads(({ items }) => items.length > 0);
  const isAsked = useReplace(({ playlist }) => playlist !== undefined);
  return (
    <div className={styles.dock}>
      <PlayerBar />
      <Suspense fallback={null}>
        <Engine />
        <Keys />
      </Suspense>
      <Suspense fallback={null}>
        {isAsked && <ReplaceQuestion />}
        {hasDownloads && <DownloadsEngine />}
      </Suspense>
    </div>
  );
}
