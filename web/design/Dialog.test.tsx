import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Dialog } from './Dialog.tsx';
import { leavePanels } from './panelHistory.ts';

beforeEach(() => mockWindowWidth(1440));
afterEach(async () => {
  cleanup();
  // The next test would start on an entry of this one.
  await vi.waitUntil(() => countEntries() === 0);
});

const countEntries = () => (window.history.state as { panels?: number } | null)?.panels ?? 0;

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

/** Waits for the traversal, and for those that follow from it. */
const traverse = (delta: number) =>
  act(async () => {
    window.history.go(delta);
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });

describe('Back', () => {
  beforeEach(() => window.history.pushState(null, '', '/archived'));

  function Nested() {
    const [open, setOpen] = useState(0);
    const close = () => setOpen((count) => count - 1);
    return (
      <>
        <button type="button" onClick={() => setOpen(1)}>
          Open
        </button>
        {open > 0 && (
          <Dialog title="Outer" onClose={close}>
            <button type="button" onClick={() => setOpen(2)}>
              More
            </button>
          </Dialog>
        )}
        {open > 1 && (
          <Dialog title="Inner" kind="question" onClose={close}>
            <button type="button" onClick={() => setOpen(0)}>
              Close both
            </button>
          </Dialog>
        )}
      </>
    );
  }
  const listDialogs = () => screen.queryAllByText(/^(Outer|Inner)$/).map(({ textContent }) => textContent);

  async function openBoth() {
    const user = renderScreen(<Nested />);
    await user.click(openButton());
    await user.click(screen.getByText('More'));
    expect(countEntries()).toBe(2);
    return user;
  }

  test('closes the dialog that was opened last, then the one below, then leaves the page', async () => {
    const before = window.history.length;
    await openBoth();
    expect([window.history.length, window.location.pathname]).toEqual([before + 2, '/archived']);
    await traverse(-1);
    expect(listDialogs()).toEqual(['Outer']);
    await traverse(-1);
    expect([listDialogs(), window.location.pathname]).toEqual([[], '/archived']);
    await traverse(-1);
    expect(window.location.pathname).not.toBe('/archived');
  });

  test('closing by hand takes the entries away, and the forward button leads to no dialog', async () => {
    const user = await openBoth();
    await user.keyboard('{Escape}');
    await expect.poll(countEntries).toBe(1);
    await user.click(screen.getByText('More'));
    await user.click(screen.getByText('Close both'));
    await expect.poll(countEntries).toBe(0);
    await traverse(1);
    await expect.poll(countEntries).toBe(0);
    expect([listDialogs(), window.location.pathname]).toEqual([[], '/archived']);
  });

  test('a dialog that asks before it closes stays with its entry', async () => {
    const onClose = vi.fn<() => void>();
    renderScreen(
      <Dialog title="Edit" kind="form" onClose={onClose}>
        <input aria-label="Name" />
      </Dialog>,
    );
    await expect.poll(countEntries).toBe(1);
    await traverse(-1);
    expect(onClose).toHaveBeenCalledOnce();
    await expect.poll(countEntries).toBe(1);
  });

  test('a navigation from a dialog takes the place of its entries', async () => {
    const before = window.history.length;
    const user = await openBoth();
    leavePanels(() => window.history.pushState(null, '', '/flagged'));
    leavePanels(() => window.history.pushState(null, '', '/flagged?sort=name'));
    await user.click(screen.getByText('Close both'));
    await expect.poll(() => window.location.search).toBe('?sort=name');
    expect(window.history.length).toBe(before + 2);
    await traverse(-2);
    expect([window.location.pathname, countEntries()]).toEqual(['/archived', 0]);
  });
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
