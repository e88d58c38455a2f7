import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSetting } from '../platform/settingStore.ts';
import { windowOf } from '../testing/browser.ts';
import { song } from '../testing/music.ts';
import { show } from '../testing/show.ts';
import { getKeyAction, type KeyPress, Keys } from './Keys.tsx';
import { setKeyHelpOpen } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

const pressed = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  target: document.body,
  ...more,
});

/** The innermost element of a piece of page. */
function inside(html: string): Element {
  const place = document.createElement('div');
  place.innerHTML = html;
  let target: Element = place;
  while (target.firstElementChild) target = target.firstElementChild;
  return target;
}

beforeEach(() => {
  windowOf(1440);
  resetPlayback();
  setKeyHelpOpen(false);
  useSetting.setState({ hasLetterKeys: true });
});

test('arrows jump five seconds, ten with Shift; letters mute and skip', {
  tags: ['C-PLAYER-08', 'C-PLAYER-09'],
}, () => {
  expect(getKeyAction(pressed('ArrowRight'), true)).toBe(5);
  expect(getKeyAction(pressed('ArrowLeft', { shiftKey: true }), true)).toBe(-10);
  expect(['m', 'M', 'j', 'k', '?', ' '].map((key) => getKeyAction(pressed(key), true))).toEqual([
    'mute',
    'mute',
    'skipBack',
    'skipForward',
    'help',
    'playPause',
  ]);
});

test('no key does anything beside another one that is held, and letters do not repeat', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const)
    for (const key of ['m', ' ', 'ArrowLeft', '?'])
      expect(getKeyAction(pressed(key, { [held]: true }), true)).toBeUndefined();
  expect(getKeyAction(pressed('K', { shiftKey: true }), true)).toBeUndefined();
  expect(getKeyAction(pressed('k', { repeat: true }), true)).toBeUndefined();
});

test('letters rest in text, forms, menus, lists and questions; arrows also where they walk', () => {
  const busy = [
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<form><button></button></form>',
    '<ul role="menu"><li role="menuitem"></li></ul>',
    '<ul role="listbox"><li></li></ul>',
    '<div role="alertdialog"><button></button></div>',
  ];
  const walked = ['<div role="grid"><a></a></div>', '<input type="range">', '<div role="tablist"><a></a></div>'];
  for (const html of busy) expect(getKeyAction(pressed('m', { target: inside(html) }), true), html).toBeUndefined();
  for (const html of [...busy, ...walked])
    expect(getKeyAction(pressed('ArrowRight', { target: inside(html) }), true), html).toBeUndefined();
  for (const html of walked) expect(getKeyAction(pressed('m', { target: inside(html) }), true), html).toBe('mute');
});

test('turned off, single characters mean nothing; space and arrows still do', () => {
  expect(['m', 'j', 'k', '?'].map((key) => getKeyAction(pressed(key), false))).toEqual(Array(4).fill(undefined));
  expect([getKeyAction(pressed(' '), false), getKeyAction(pressed('ArrowLeft'), false)]).toEqual(['playPause', -5]);
});

test('the space bar plays and pauses outside of text', { tags: ['C-PLAYER-05'] }, async () => {
  usePlayer.setState((player) => setLoading(loadSong(player, song('a'), true), false));
  const person = show(<Keys />);
  await person.keyboard(' ');
  expect(usePlayer.getState().isPlaying).toBe(false);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await person.keyboard(' m');
  expect(usePlayer.getState()).toMatchObject({ isPlaying: false, isMuted: false });
  field.remove();
  await person.keyboard('m{ArrowRight}');
  expect(usePlayer.getState()).toMatchObject({ isMuted: true, seekTime: 5 });
});

test('the question mark lists every key, and single keys are turned off there for good', {
  tags: ['C-PERSIST-04'],
}, async () => {
  const person = show(<Keys />);
  await person.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  expect(screen.getByText('Play and pause')).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  expect(JSON.parse(localStorage.getItem('promenade') ?? '{}').state.setting.hasLetterKeys).toBe(false);
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => setKeyHelpOpen(true));
  expect(await screen.findByRole('checkbox', { checked: false })).toBeTruthy();
});
