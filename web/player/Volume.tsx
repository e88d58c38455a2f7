import { VOLUME_DEBOUNCE_MS } from '@promenade/contract/limits';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { setVolume, toggleMute } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './Volume.module.css';

export function Volume({ isLarge = false }: { isLarge?: boolean }) {
  const t = useText();
  const volume = usePlayer((player) => player.volume);
  const isMuted = usePlayer((player) => player.isMuted);
  const [pending, setPending] = useState<number | null>(null);
  const level = pending ?? volume;
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => {
      usePlayer.setState((player) => setVolume(player, pending));
      setPending(null);
    }, VOLUME_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return (
    <div className={classNames(styles.volume, isLarge ? styles.large : styles.inBar)}>
      <IconButton
        icon={level === 0 ? VolumeX : level < 50 ? Volume1 : Volume2}
        label={isMuted ? t('player.unmute') : t('player.mute')}
        onClick={() => usePlayer.setState(toggleMute)}
      />
      <input
        type="range"
        className={styles.slider}
        style={{ '--level': `${level}%` } as CSSProperties}
        aria-label={t('player.volume')}
        aria-valuetext={`${level}%`}
        min={0}
        max={100}
        step={1}
        value={level}
        onChange={({ target }) => setPending(target.valueAsNumber)}
      />
    </div>
  );
}
