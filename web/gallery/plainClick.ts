import type { MouseEvent } from 'react';

/** For a link that does something else when it is pressed; a wish for another tab or window is followed. */
export const pressInstead =
  (act: (() => void) | undefined) =>
  (event: MouseEvent): void => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!act || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    act();
  };
