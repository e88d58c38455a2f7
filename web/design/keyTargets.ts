/** Fields where keys write text. */
export const TEXT_FIELD = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether the target of an event is in an element that matches the selector. */
export const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
