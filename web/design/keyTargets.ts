/** Fields where keys write text. */
export const TEXT_FIELD = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether the target of an event is in an element that matches the selector. */
export const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'target'
>;

/**
 * The letter (lower case) or digit that a press means on any keyboard layout; other keys by their name. A Latin letter or
 * a digit is what it says; for other scripts, and for the row of digits without Shift, the position of the key decides.
 */
export function getPressedKey({ key, code, shiftKey }: Pick<KeyPress, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[a-z\d]$/i.test(key)) return key.toLowerCase();
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) return digit;
  if (letter !== undefined && /[^\p{ASCII}]/u.test(key) && !/\p{Script=Latin}/u.test(key)) return letter.toLowerCase();
  return key === '؟' ? '?' : key;
}

export const hasModifier = ({ ctrlKey, metaKey, altKey }: Pick<KeyPress, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  ctrlKey || metaKey || altKey;

/** Ctrl+Z or ⌘Z. */
export const isUndoPress = (press: Omit<KeyPress, 'target' | 'repeat'>): boolean =>
  getPressedKey(press) === 'z' && press.ctrlKey !== press.metaKey && !press.shiftKey && !press.altKey;

const PRESSED_BY_KEYS = 'button, summary, [role=tab]';
let wasPointerLast = false;
let isPointerFocus = false;
document.addEventListener('pointerdown', () => (wasPointerLast = isPointerFocus = true), { capture: true });
document.addEventListener('keydown', () => (wasPointerLast = false), { capture: true });
document.addEventListener('focusin', () => (isPointerFocus = wasPointerLast), { capture: true });

/**
 * Whether Space and Enter press the control that has the focus. One that was clicked has it by accident: the keys go on
 * meaning what they mean on the page.
 */
export const isPressedByKeys = (target: EventTarget | null): boolean =>
  !isPointerFocus && isWithin(target, PRESSED_BY_KEYS);

/** Keeps a press of Space or Enter from its control; browsers that click at the release of the key, too. */
export function consumePress(event: KeyboardEvent): void {
  event.preventDefault();
  document.addEventListener('keyup', (released) => released.preventDefault(), { capture: true, once: true });
}
