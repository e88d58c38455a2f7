import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { windowOf } from '../testing/browser.ts';
import { show } from '../testing/show.ts';
import { Dialog } from './Dialog.tsx';

beforeEach(() => windowOf(1440));

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
  const person = show(<Page />);
  await person.click(openButton());
  const dialog = screen.getByRole('dialog', { name: 'Delete it?' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await person.tab();
  expect(focusedText()).toBe('Yes');
  await person.tab();
  await person.tab();
  expect(focusedText()).toBe('Yes');
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expect.poll(focusedText).toBe('Open');
});

test('a click outside closes a sheet but not a question', async () => {
  const clickOverlay = (dialog: HTMLElement) => person.click(dialog.closest('.overlay') ?? document.body);
  let person = show(<Page kind="sheet" />);
  await person.click(openButton());
  await clickOverlay(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  person = show(<Page kind="question" />);
  await person.click(openButton());
  await clickOverlay(screen.getByRole('alertdialog'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
