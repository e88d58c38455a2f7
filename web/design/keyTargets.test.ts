import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPressedKey, isPressedByKeys, isUndoPress } from './keyTargets.ts';

const press = (key: string, code: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test.for([
  ['QWERTY', 'F', 'KeyF', 'f'],
  ['QWERTZ', 'z', 'KeyY', 'z'],
  ['Cyrillic', 'а', 'KeyF', 'f'],
  ['Cyrillic with Shift', 'А', 'KeyF', 'f'],
  ['Greek', 'φ', 'KeyF', 'f'],
  ['Hebrew', 'כ', 'KeyF', 'f'],
  ['Arabic', 'ب', 'KeyF', 'f'],
  ['Arabic, two letters at once', 'لا', 'KeyB', 'b'],
  ['Dvorak', 'u', 'KeyF', 'u'],
  ['Dvorak, a sign where Z is elsewhere', ';', 'KeyZ', ';'],
  ['AZERTY, a comma where M is elsewhere', ',', 'KeyM', ','],
  ['AZERTY without Shift', 'é', 'Digit2', '2'],
  ['Arabic digits', '٢', 'Digit2', '2'],
  ['number pad', '2', 'Numpad2', '2'],
  ['Arabic question mark', '؟', 'Slash', '?'],
  ['a key with a name', 'Enter', 'Enter', 'Enter'],
] as const)('%s: %s is what it means', ([_layout, key, code, meant]) => {
  expect(getPressedKey(press(key, code))).toBe(meant);
});

test('a digit counts with Shift when its key is a digit', () => {
  expect(getPressedKey(press('2', 'Digit2', { shiftKey: true }))).toBe('2');
  expect(getPressedKey(press('@', 'Digit2', { shiftKey: true }))).toBe('@');
});

test('Ctrl+Z is where the layout has Z', () => {
  const isUndo = (key: string, code: string) => isUndoPress(press(key, code, { ctrlKey: true }));
  expect([isUndo('z', 'KeyZ'), isUndo('z', 'KeyW'), isUndo('я', 'KeyZ'), isUndo('z', 'Slash')]).toEqual(
    Array(4).fill(true),
  );
  expect([isUndo(';', 'KeyZ'), isUndo('w', 'KeyZ')]).toEqual([false, false]);
});

test('a button that was clicked keeps its focus, not the keys; one that was reached by keys has them', () => {
  const [button, other] = [document.createElement('button'), document.createElement('button')];
  document.body.append(button, other);
  fireEvent.pointerDown(button);
  button.focus();
  expect(isPressedByKeys(button)).toBe(false);
  fireEvent.keyDown(button, { key: 'Tab' });
  other.focus();
  expect(isPressedByKeys(other)).toBe(true);
  fireEvent.pointerDown(other);
  expect(isPressedByKeys(other)).toBe(false);
  expect(isPressedByKeys(document.body)).toBe(false);
});
