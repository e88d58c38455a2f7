import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Reorder, ReorderHandle, useReorderRow, useRowKey } from './Reorder.tsx';

beforeEach(() => mockWindowWidth(1440));

const labels = { ArrowUp: 'Up', ArrowDown: 'Down', Home: 'First', End: 'Last' };

function List() {
  const [ids, setIds] = useState(['a', 'b', 'c', 'd']);
  const move = (from: number, to: number) => setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  return (
    <Reorder ids={ids} labels={labels} onMove={move}>
      <Rows ids={ids} />
    </Reorder>
  );
}

function Rows({ ids }: { ids: readonly string[] }) {
  const getKey = useRowKey();
  return (
    <ul>
      {ids.map((id) => (
        <Row key={getKey(id)} id={id} />
      ))}
    </ul>
  );
}

function Row({ id }: { id: string }) {
  const { ref, style, handle } = useReorderRow(id);
  return (
    <li ref={ref} style={style}>
      {id}
      <ReorderHandle handle={handle} label={`Move ${id}`} />
    </li>
  );
}

const order = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const focusedHandle = () => document.activeElement?.getAttribute('aria-label');

test('arrow keys move a row by one, Home and End move it to the ends, and the focus follows', async () => {
  const user = renderScreen(<List />);
  screen.getByRole('button', { name: 'Move b' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(order()).toEqual(['a', 'c', 'b', 'd']);
  expect(focusedHandle()).toBe('Move b');
  await user.keyboard('{Home}');
  expect(order()).toEqual(['b', 'a', 'c', 'd']);
  await user.keyboard('{ArrowUp}');
  expect(order()).toEqual(['b', 'a', 'c', 'd']);
  await user.keyboard('{End}');
  expect(order()).toEqual(['a', 'c', 'd', 'b']);
  expect(focusedHandle()).toBe('Move b');
});

test('a row that is moved by a key never leaves the document', async () => {
  const user = renderScreen(<List />);
  const handle = screen.getByRole('button', { name: 'Move b' });
  const row = handle.closest('li');
  const removed = new Set<Node>();
  const observer = new MutationObserver((records) => {
    for (const { removedNodes } of records) for (const node of removedNodes) removed.add(node);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  handle.focus();
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{Home}', '{End}']) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(handle);
  }
  expect(order()).toEqual(['a', 'c', 'd', 'b']);
  await waitFor(() => expect(removed.size).toBeGreaterThan(0));
  observer.disconnect();
  expect(row && removed.has(row)).toBe(false);
});

test('a click on the handle opens a menu with the same moves, and the focus follows', async () => {
  const user = renderScreen(<List />);
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Move a' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await user.click(screen.getByRole('button', { name: 'Move a' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-disabled')])).toEqual([
    ['Up', 'true'],
    ['Down', null],
    ['First', 'true'],
    ['Last', null],
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focusedHandle()).toBe('Move a'));
  await choose('Down');
  expect(order()).toEqual(['b', 'a', 'c', 'd']);
  expect(focusedHandle()).toBe('Move a');
  await choose('Last');
  expect(order()).toEqual(['b', 'c', 'd', 'a']);
  await choose('First');
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
});
