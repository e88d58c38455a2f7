import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { windowOf } from '../testing/browser.ts';
import { show } from '../testing/show.ts';
import { MenuButton } from './MenuButton.tsx';

beforeAll(() => import('./MenuList.tsx'));
beforeEach(() => windowOf(1440));

function showMenu() {
  const play = vi.fn<() => void>();
  const remove = vi.fn<() => void>();
  const items = [
    { id: 'play', label: 'Play', onAction: play },
    { id: 'share', label: 'Share', isDisabled: true, onAction: () => undefined },
    { id: 'remove', label: 'Remove', onAction: remove },
  ];
  return { person: show(<MenuButton label="More" items={items} />), play, remove };
}

const button = () => screen.getByRole('button', { name: 'More' });
const focusedItem = () => document.activeElement?.textContent;

test('ArrowDown opens the menu at its first item, arrows skip disabled items, Enter runs the action', async () => {
  const { person, play, remove } = showMenu();
  button().focus();
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedItem()).toBe('Play'));
  expect(screen.getByRole('menuitem', { name: 'Share' }).getAttribute('aria-disabled')).toBe('true');
  await person.keyboard('{ArrowDown}');
  expect(focusedItem()).toBe('Remove');
  await person.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(play).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('Escape closes the menu and returns the focus to its button', async () => {
  const { person } = showMenu();
  await person.click(button());
  await screen.findByRole('menu', { name: 'More' });
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button()));
});
