import { VOLUME_DEBOUNCE_MS } from '@promenade/contract/limits';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { setVolume, toggleMute } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './Volume.module.css';

/** The speaker icon and its slider; a change is told when the hand rests for a tenth of a second. */
export function Volume({ isLarge = false }: { isLarge?: boolean }) {
  const t = useText();
  const volume = usePlayer((player) => player.volume);
  const isMuted = usePlayer((player) => player.isMuted);
  const [wanted, setWanted] = useState<number | null>(null);
  const shown = wanted ?? volume;
  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => {
      usePlayer.setState((player) => setVolume(player, wanted));
      setWanted(null);
    }, VOLUME_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <div className={classNames(styles.volume, isLarge ? styles.large : styles.inBar)}>
      <IconButton
        icon={shown === 0 ? VolumeX : shown < 50 ? Volume1 : Volume2}
        label={isMuted ? t('player.unmute') : t('player.mute')}
        onClick={() => usePlayer.setState(toggleMute)}
      />
      <input
        type="range"
        className={styles.slider}
        style={{ '--level': `${shown}%` } as CSSProperties}
        aria-label={t('player.volume')}
        min={0}
        max={100}
        step={1}
        value={shown}
        onChange={({ target }) => setWanted(target.valueAsNumber)}
      />
    </div>
  );
}
