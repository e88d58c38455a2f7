import { expect, test } from 'vitest';
import type { KeyPress } from '../design/keyTargets.ts';
import { type DeskAction, getDeskAction, letters } from './deskKeys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
  ...more,
});
const on = (tag: string) => ({ target: document.createElement(tag) });

test('each key of the table has its action', () => {
  const table: Record<string, DeskAction> = {
    ...letters,
    F: 'flag',
    '1': 1,
    '0': 0,
    Enter: 'next',
    Backspace: 'back',
    ArrowUp: 'previousTrack',
    ArrowDown: 'nextTrack',
    '?': 'help',
  };
  for (const [key, action] of Object.entries(table)) expect(getDeskAction(press(key), true), key).toBe(action);
  expect(getDeskAction(press('z', { ctrlKey: true }), false)).toBe('undo');
  expect(getDeskAction(press('z', { metaKey: true }), false)).toBe('undo');
});

test('letters and digits need the setting, and no modifier, repeat or text field', {
  tags: ['requirements decision 48'],
}, () => {
  for (const key of [...Object.keys(letters), '1', '0']) {
    expect(getDeskAction(press(key), false), key).toBeUndefined();
    for (const more of [{ ctrlKey: true, altKey: true }, { altKey: true }, { repeat: true }, on('textarea')])
      expect(getDeskAction(press(key, more), true), key).toBeUndefined();
  }
  expect(getDeskAction(press('f', { ctrlKey: true }), true)).toBeUndefined();
});

test('Enter presses the control that has the focus; keys of the player are left to it', () => {
  expect(getDeskAction(press('Enter', on('button')), true)).toBeUndefined();
  expect(getDeskAction(press('f', on('button')), true)).toBe('flag');
  expect(getDeskAction(press('ArrowDown', on('input')), true)).toBeUndefined();
  for (const key of [' ', 'm', 'ArrowLeft', 'ArrowRight', 'Tab', 'Escape'])
    expect(getDeskAction(press(key), true), key).toBeUndefined();
});
