import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Dialog } from './Dialog.tsx';
import { addPanelEntry } from './panelHistory.ts';

beforeEach(() => mockWindowWidth(1440));

function Page({ kind }: { kind?: 'question' | 'sheet' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Delete it?" kind={kind} onClose={() => setOpen(false)}>
          <button type="button">Yes</button>
          <button type="button">No</button>
        </Dialog>
      )}
    </>
  );
}

const openButton = () => screen.getByText('Open');
const focusedText = () => document.activeElement?.textContent;

test('the focus goes into a dialog, stays in it, and returns to the button that opened it', async () => {
  const user = renderScreen(<Page />);
  await user.click(openButton());
  const dialog = screen.getByRole('dialog', { name: 'Delete it?' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.tab();
  expect(focusedText()).toBe('Yes');
  await user.tab();
  await user.tab();
  expect(focusedText()).toBe('Yes');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expect.poll(focusedText).toBe('Open');
});

test('a click outside closes a sheet but not a question', async () => {
  const clickOverlay = (dialog: HTMLElement) => user.click(dialog.closest('.overlay') ?? document.body);
  let user = renderScreen(<Page kind="sheet" />);
  await user.click(openButton());
  await clickOverlay(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  user = renderScreen(<Page kind="question" />);
  await user.click(openButton());
  await clickOverlay(screen.getByRole('alertdialog'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('a dialog closes when going back leaves its page, and stays when that only closes a panel above it', async () => {
  window.history.pushState(null, '', '/archived');
  const user = renderScreen(<Page />);
  await user.click(openButton());
  addPanelEntry();
  const back = () =>
    act(
      () =>
        new Promise((resolve) => {
          window.addEventListener('popstate', resolve, { once: true });
          window.history.back();
        }),
    );
  await back();
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy();
  await back();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('in a dialog over a dialog, the field that asks for the focus has it', async () => {
  function Inner() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Rename
        </button>
        {isOpen && (
          <Dialog title="Rename it" kind="form" onClose={() => setOpen(false)}>
            <button type="button">Help</button>
            <input aria-label="Name" autoFocus />
          </Dialog>
        )}
      </>
    );
  }
  const user = renderScreen(
    <Dialog title="Edit" onClose={() => undefined}>
      <Inner />
    </Dialog>,
  );
  await user.click(screen.getByText('Rename'));
  expect(document.activeElement).toBe(await screen.findByLabelText('Name'));
  await user.keyboard('{Escape}');
  await expect.poll(focusedText).toBe('Rename');
});
