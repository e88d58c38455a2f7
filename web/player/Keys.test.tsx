import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { KeyPress } from '../design/keyTargets.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { createQueueItem } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { getKeyAction, Keys } from './Keys.tsx';
import { setKeyHelpOpen } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

const pressed = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  target: document.body,
  ...more,
});

/** Renders HTML and returns its innermost element. */
function inside(html: string): Element {
  const container = document.createElement('div');
  container.innerHTML = html;
  let target: Element = container;
  while (target.firstElementChild) target = target.firstElementChild;
  return target;
}

beforeEach(() => {
  mockWindowWidth(1440);
  resetPlayback();
  setKeyHelpOpen(false);
  useSettings.setState({ hasLetterKeys: true });
});

test('arrow keys seek five seconds, ten with Shift; letters mute and skip', {
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

test('keys do nothing together with a modifier, and letters do not repeat', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const)
    for (const key of ['m', ' ', 'ArrowLeft', '?'])
      expect(getKeyAction(pressed(key, { [modifier]: true }), true)).toBeUndefined();
  expect(getKeyAction(pressed('K', { shiftKey: true }), true)).toBeUndefined();
  expect(getKeyAction(pressed('k', { repeat: true }), true)).toBeUndefined();
});

test('letters are ignored in text fields, forms, menus, lists and dialogs; arrows also where they move the focus', () => {
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

test('space and arrows on a video are those of the video', () => {
  for (const key of [' ', 'ArrowRight'])
    expect(getKeyAction(pressed(key, { target: inside('<video></video>') }), true)).toBeUndefined();
});

test('with single-key shortcuts off, space and arrows still work', () => {
  expect(['m', 'j', 'k', '?'].map((key) => getKeyAction(pressed(key), false))).toEqual(Array(4).fill(undefined));
  expect([getKeyAction(pressed(' '), false), getKeyAction(pressed('ArrowLeft'), false)]).toEqual(['playPause', -5]);
});

test('the space bar plays and pauses outside of text fields', { tags: ['C-PLAYER-05'] }, async () => {
  usePlayer.setState((player) => setLoading(loadSong(player, createQueueItem('a'), true), false));
  const user = renderScreen(<Keys />);
  await user.keyboard(' ');
  expect(usePlayer.getState().isPlaying).toBe(false);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await user.keyboard(' m');
  expect(usePlayer.getState()).toMatchObject({ isPlaying: false, isMuted: false });
  field.remove();
  await user.keyboard('m{ArrowRight}');
  expect(usePlayer.getState()).toMatchObject({ isMuted: true, seekTime: 5 });
});

test('the question mark opens the list of keys, where single-key shortcuts can be turned off permanently', {
  tags: ['C-PERSIST-04'],
}, async () => {
  signInAs();
  const user = renderScreen(<Keys />);
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  expect(screen.getByText('Play and pause')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  expect(JSON.parse(localStorage.getItem('promenade:player-1') ?? '{}').state.setting.hasLetterKeys).toBe(false);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => setKeyHelpOpen(true));
  expect(await screen.findByRole('checkbox', { checked: false })).toBeTruthy();
});
