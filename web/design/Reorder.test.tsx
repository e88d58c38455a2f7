import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { Reorder, ReorderHandle, useReorderRow } from './Reorder.tsx';

beforeEach(() => mockWindowWidth(1440));

function List() {
  const [ids, setIds] = useState(['a', 'b', 'c', 'd']);
  const move = (from: number, to: number) => setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  return (
    <Reorder ids={ids} onMove={move}>
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
