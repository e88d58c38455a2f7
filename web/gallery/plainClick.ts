import type { MouseEvent } from 'react';

/** A click handler for links: runs `action` instead of navigating, except for clicks that open a new tab or window. */
export const onPlainClick =
  (action: (() => void) | undefined) =>
  (event: MouseEvent): void => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!action || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    action();
  };
