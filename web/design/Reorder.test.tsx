import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Reorder, ReorderHandle, useReorderRow } from './Reorder.tsx';

beforeEach(() => mockWindowWidth(1440));

const labels = { ArrowUp: 'Up', ArrowDown: 'Down', Home: 'First', End: 'Last' };

function List() {
  const [ids, setIds] = useState(['a', 'b', 'c', 'd']);
  const move = (from: number, to: number) => setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  return (
    <Reorder ids={ids} labels={labels} onMove={move}>
      <ul>
        {ids.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
    </Reorder>
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
