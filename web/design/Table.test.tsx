import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { ScrollerContext } from './scroller.ts';
import { nextSort, sortRows } from './sortRows.ts';
import { Table } from './Table.tsx';
import type { Column, ColumnWidths, TableSort } from './tableColumns.ts';

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));
beforeEach(() => mockWindowWidth(1440));

interface Song {
  id: number;
  title: string;
}

const createColumns = (onRemove: (id: number) => void): Column<Song>[] => [
  {
    id: 'title',
    header: 'Title',
    width: 200,
    share: 1,
    isSortable: true,
    isRowName: true,
    cell: ({ id, title }, tabIndex) => (
      <button type="button" data-stop tabIndex={tabIndex} onClick={() => onRemove(id)}>
        {title}
      </button>
    ),
  },
  { id: 'length', header: 'Length', width: 100, cell: ({ id }) => id },
];
const songs = Array.from({ length: 200 }, (_none, index) => ({ id: index, title: `Song ${index}` }));

function Songs() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [sort, setSort] = useState<TableSort>();
  const [widths, setWidths] = useState<ColumnWidths>({});
  const [remaining, setRemaining] = useState(songs);
  const columns = createColumns((id) => setRemaining((now) => now.filter((song) => song.id !== id)));
  const rows = sort ? sortRows(remaining, ({ title }) => title, sort.isDescending, 'en') : remaining;
  return (
    <ScrollerContext value={scroller}>
      <div ref={setScroller}>
        <Table
          label="Songs"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowHeight={56}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          resizing={{
            widths,
            onWidthsChange: setWidths,
            minWidth: 80,
            sortDelayMs: 0,
            label: (header) => `Width of ${header}`,
            valueText: (pixels) => `${pixels} pixels`,
          }}
        />
      </div>
    </ScrollerContext>
  );
}

const focused = () => document.activeElement?.textContent;
const firstTitle = () => within(screen.getAllByRole('rowheader')[0] as HTMLElement).getByRole('button').textContent;

test('one row is in the tab order; arrows, page keys, Home and End move the focus', async () => {
  const user = renderScreen(<Songs />);
  const controls = screen.getAllByRole('button', { name: /^Song/ });
  expect(controls.filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent)).toEqual(['Song 0']);
  screen.getByRole('button', { name: 'Title' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Song 0');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe('Song 1');
  await user.keyboard('{PageDown}');
  expect(focused()).toBe('Song 12');
  await user.keyboard('{End}');
  await expect.poll(focused).toBe('Song 199');
  await user.keyboard('{Home}');
  await expect.poll(focused).toBe('Song 0');
});

test('when the focused row is removed, the row at its index gets the focus', async () => {
  const user = renderScreen(<Songs />);
  await user.click(screen.getByRole('button', { name: 'Song 1' }));
  expect(screen.queryByText('Song 1')).toBeNull();
  expect(focused()).toBe('Song 2');
});

test('only rows near the viewport are rendered, and the grid states the number of rows', () => {
  renderScreen(<Songs />);
  expect(screen.getByRole('grid', { name: 'Songs' }).getAttribute('aria-rowcount')).toBe('201');
  expect(screen.getAllByRole('row').length).toBeLessThan(50);
});

test('arrow keys resize a column down to its minimum, Enter resets it', async () => {
  const user = renderScreen(<Songs />);
  const separator = screen.getByRole('separator', { name: 'Width of Length' });
  const width = () => separator.getAttribute('aria-valuenow');
  separator.focus();
  await user.keyboard('{ArrowRight}');
  expect(width()).toBe('110');
  expect(separator.getAttribute('aria-valuetext')).toBe('110 pixels');
  await user.keyboard('{ArrowLeft>5/}');
  expect(width()).toBe('80');
  await user.keyboard('{Enter}');
  expect(width()).toBe('100');
});

test('a header sorts ascending, then descending', async () => {
  const user = renderScreen(<Songs />);
  const header = screen.getByRole('columnheader', { name: 'Title' });
  expect(header.getAttribute('aria-sort')).toBe('none');
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(header.getAttribute('aria-sort')).toBe('descending');
  expect(firstTitle()).toBe('Song 199');
});

function Selectable() {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['1']));
  const [first, second] = songs;
  const rows = first && second ? [first, second] : [];
  return (
    <ScrollerContext value={scroller}>
      <div ref={setScroller}>
        <Table
          label="Songs"
          columns={createColumns(() => undefined)}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowHeight={36}
          onSort={() => undefined}
          selected={selected}
          selectAll={{
            label: 'All',
            onChange: (isAll) => setSelected(new Set(isAll ? rows.map(({ id }) => String(id)) : [])),
          }}
        />
      </div>
    </ScrollerContext>
  );
}

test('a checkbox in the head selects all rows and none, with the keyboard; it shows when some are selected', async () => {
  const user = renderScreen(<Selectable />);
  const all = screen.getByRole('checkbox', { name: 'All' });
  const chosen = () => screen.getAllByRole('row', { selected: true }).length;
  expect(all).toMatchObject({ checked: false, indeterminate: true });
  await user.tab();
  expect(document.activeElement).toBe(all);
  await user.keyboard(' ');
  expect(chosen()).toBe(2);
  expect(all).toMatchObject({ checked: true, indeterminate: false });
  await user.keyboard(' ');
  expect(screen.queryAllByRole('row', { selected: true })).toEqual([]);
});
