import { lazy, Suspense } from 'react';
import { PlayerBar } from '../player/PlayerBar.tsx';
import styles from './PlayerDock.module.css';

/** Nothing sounds before a press: what makes the sound comes behind the first screen. */
const Engine = lazy(async () => ({ default: (await import('../player/Engine.tsx')).Engine }));

/** What plays, at the bottom of every signed-in page. */
export function PlayerDock() {
  return (
    <div className={styles.dock}>
      <PlayerBar />
      <Suspense fallback={null}>
        <Engine />
      </Suspense>
    </div>
  );
}
