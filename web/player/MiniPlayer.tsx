import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import styles from './PlayerBar.module.css';
import { expandPlayer } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { SongWords } from './SongWords.tsx';

/** A phone's player: cover and words are one button over the whole bar, which fills the screen with it (C-PLAYER-02). */
export function MiniPlayer({ song }: { song: Song }) {
  const t = useText();
  function expand() {
    // The back gesture leads from here to where the player is small.
    history.pushState(history.state, '');
    usePlayer.setState(expandPlayer);
  }
  return (
    <button type="button" className={styles.now} aria-haspopup="dialog" onClick={expand}>
      <Sleeve key={song.coverart} src={song.coverart} color={song.color} className={styles.cover} />
      <span className="onlyHeard">{t('player.expand')}</span>
      <SongWords song={song} />
    </button>
  );
}
