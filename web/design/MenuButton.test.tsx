import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { MenuButton } from './MenuButton.tsx';

beforeAll(() => import('./MenuList.tsx'));
beforeEach(() => mockWindowWidth(1440));

function showMenu() {
  const play = vi.fn<() => void>();
  const remove = vi.fn<() => void>();
  const items = [
    { id: 'play', label: 'Play', onAction: play },
    { id: 'share', label: 'Share', isDisabled: true, onAction: () => undefined },
    { id: 'remove', label: 'Remove', onAction: remove },
  ];
  return { user: renderScreen(<MenuButton label="More" items={items} />), play, remove };
}

const button = () => screen.getByRole('button', { name: 'More' });
const focusedItem = () => document.activeElement?.textContent;

test('ArrowDown opens the menu at its first item, arrows skip disabled items, Enter runs the action', async () => {
  const { user, play, remove } = showMenu();
  button().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(focusedItem()).toBe('Play'));
  expect(screen.getByRole('menuitem', { name: 'Share' }).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{ArrowDown}');
  expect(focusedItem()).toBe('Remove');
  await user.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(play).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('Escape closes the menu and returns the focus to its button', async () => {
  const { user } = showMenu();
  await user.click(button());
  await screen.findByRole('menu', { name: 'More' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('a dialog that an item opens returns the focus to the button of the menu', async () => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <MenuButton label="More" items={[{ id: 'ask', label: 'Ask', onAction: () => setOpen(true) }]} />
        {isOpen && (
          <ConfirmDialog
            title="Sure?"
            message="Really?"
            confirmLabel="Yes"
            onConfirm={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        )}
      </>
    );
  }
  const user = renderScreen(<Page />);
  for (const close of ['{Enter}', '{Escape}']) {
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name: 'Ask' }));
    await screen.findByRole('alertdialog', { name: 'Sure?' });
    await user.keyboard(close);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button()));
  }
});
