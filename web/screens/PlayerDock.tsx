import { Engine } from '../player/Engine.tsx';
import { PlayerBar } from '../player/PlayerBar.tsx';
import styles from './PlayerDock.module.css';

/** What plays, at the bottom of every signed-in page. */
export function PlayerDock() {
  return (
    <div className={styles.dock}>
      <PlayerBar />
      <Engine />
    </div>
  );
}
