import { useEffect } from 'react';
import { playPause } from './playback.ts';

/** Where the space bar already means something: text, and controls that it presses. */
const TAKES_SPACE =
  'input:not([type=range]), textarea, select, button, summary, [contenteditable], [role=menuitem], [role=option], [role=tab]';

/** The space bar plays and pauses, wherever it has no other meaning. */
export function useSpaceBar(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isTaken = event.target instanceof Element && event.target.closest(TAKES_SPACE) !== null;
      if (!isPlain || isTaken || event.defaultPrevented) return;
      // Else the page would jump down a screen.
      event.preventDefault();
      if (!event.repeat) playPause();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
