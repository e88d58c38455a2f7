import type { Release } from '@promenade/contract/catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseColumnWidths, useColumnWidths } from '../../platform/columnWidthsStore.ts';
import { signInAs } from '../../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../../testing/browserMocks.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { createRelease } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { ReleaseTable } from './ReleaseTable.tsx';

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  Element.prototype.setPointerCapture = () => undefined;
  useColumnWidths.setState(parseColumnWidths(undefined));
  fakeServer();
  vi.spyOn(console, 'error').mockReturnValue();
});

type TableProps = Partial<ComponentProps<typeof ReleaseTable>>;

function showTable(releases: Release[], props: TableProps = {}) {
  const { length } = releases;
  const defaults = { releases, kind: 'list', total: length, isLoadingMore: false, label: 'Releases' } as const;
  return renderScreen(withProviders(<ReleaseTable {...defaults} {...props} />));
}

const listTitles = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const getLink = (name: string) => screen.getByRole('link', { name });
const getSeparator = (column: string) => screen.getByRole('separator', { name: `Width of ${column}` });
const getWidth = (column: string) => Number(getSeparator(column).getAttribute('aria-valuenow'));
const getSortButton = (column: string) => screen.getByRole('button', { name: column });
const three = [
  createRelease('a', { title: 'beta', artist: 'Zoe', duration: 100 }),
  createRelease('b', { title: 'Alpha', artist: 'mara', duration: 90 }),
  createRelease('c', { title: 'Charlie', artist: 'Otis', duration: 300 }),
];

test('column widths are dragged and persisted for all tables of releases', {
  tags: ['C-ENTITY-22', 'C-LIST-06', 'C-PERSIST-04', 'C-TABLE-07'],
}, () => {
  signInAs();
  showTable(three);
  const before = getWidth('Artist');
  fireEvent.pointerDown(getSeparator('Artist'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(getSeparator('Artist'), { clientX: 530 });
  expect(getWidth('Artist')).toBe(before + 30);
  expect(useColumnWidths.getState().releases).toEqual({});
  fireEvent.pointerUp(getSeparator('Artist'), { clientX: 540 });
  expect(getWidth('Artist')).toBe(before + 40);
  const stored = JSON.parse(localStorage.getItem('promenade:player-1') ?? '{}');
  expect(stored.state.table).toEqual({ artists: {}, labels: {}, releases: { artist: before + 40 }, songs: {} });
  expect(stored.state.setting).toBeUndefined();
});

test('the title column can be resized, to 80 px at least', {
  tags: ['C-LIST-06', 'C-TABLE-13'],
}, () => {
  showTable(three);
  fireEvent.pointerDown(getSeparator('Title'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(getSeparator('Title'), { clientX: 0 });
  fireEvent.pointerUp(getSeparator('Title'), { clientX: 0 });
  expect(getWidth('Title')).toBe(80);
  expect(getSeparator('Title').getAttribute('aria-valuemin')).toBe('80');
});

test('a cancelled drag changes nothing', { tags: ['C-TABLE-07'] }, () => {
  showTable(three);
  const before = getWidth('Artist');
  fireEvent.pointerDown(getSeparator('Artist'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(getSeparator('Artist'), { clientX: 560 });
  fireEvent.pointerCancel(getSeparator('Artist'));
  expect(getWidth('Artist')).toBe(before);
  expect(useColumnWidths.getState().releases).toEqual({});
});

test('a header does not sort until 50 ms after a drag', { tags: ['C-CONST-10', 'C-TABLE-08'] }, () => {
  vi.useFakeTimers();
  showTable(three, { kind: 'table' });
  fireEvent.pointerDown(getSeparator('Title'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(getSeparator('Title'), { clientX: 520 });
  fireEvent.pointerUp(getSeparator('Title'), { clientX: 520 });
  fireEvent.click(getSortButton('Title'));
  act(() => void vi.advanceTimersByTime(49));
  fireEvent.click(getSortButton('Title'));
  expect(listTitles()).toEqual(['beta', 'Alpha', 'Charlie']);
  act(() => void vi.advanceTimersByTime(1));
  fireEvent.click(getSortButton('Title'));
  expect(listTitles()).toEqual(['Alpha', 'beta', 'Charlie']);
  vi.useRealTimers();
});

test('arrow keys resize a column by 10 px, a double click resets its width', {
  tags: ['C-TABLE-07', 'C-TABLE-13'],
}, async () => {
  const user = showTable(three);
  const before = getWidth('Duration');
  getSeparator('Duration').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(getWidth('Duration')).toBe(before + 10);
  expect(useColumnWidths.getState().releases).toHaveProperty('duration', before + 10);
  await user.dblClick(getSeparator('Duration'));
  expect(getWidth('Duration')).toBe(before);
  expect(useColumnWidths.getState().releases).not.toHaveProperty('duration');
});

test('a table wider than its container has a synchronised scrollbar above', { tags: ['C-TABLE-09'] }, () => {
  useColumnWidths.setState({ releases: { artist: 700, title: 700 } });
  showTable(three);
  const [bar, head, body] = document.querySelectorAll<HTMLElement>('[data-sideways]');
  if (!bar || !head || !body) throw new Error('A horizontally scrolling part is missing');
  expect(bar.compareDocumentPosition(head)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  bar.scrollLeft = 120;
  fireEvent.scroll(bar);
  expect([head.scrollLeft, body.scrollLeft]).toEqual([120, 120]);
  body.scrollLeft = 40;
  fireEvent.scroll(body);
  expect([bar.scrollLeft, head.scrollLeft]).toEqual([40, 40]);
});

test('a table that fits has no scrollbar above', { tags: ['C-TABLE-09'] }, () => {
  showTable(three, { kind: 'table' });
  expect(document.querySelectorAll('[data-sideways]')).toHaveLength(2);
});

test('of 10,000 releases only the visible rows are rendered, and screen readers get the total', {
  tags: ['C-TABLE-03'],
}, () => {
  showTable(Array.from({ length: 10_000 }, (_none, index) => createRelease(`r${index}`)));
  expect(screen.getAllByRole('row').length).toBeLessThan(40);
  const grid = screen.getByRole('grid', { name: 'Releases' });
  expect(grid.getAttribute('aria-rowcount')).toBe('10001');
  expect(grid.getAttribute('aria-colcount')).toBe('9');
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2');
});

test('one row is tabbable, arrows move between rows, Enter opens, Tab reaches the controls of the row', {
  tags: ['C-LIST-01'],
}, async () => {
  const onOpen = vi.fn<(release: Release) => void>();
  const user = showTable(three, { onOpen });
  getLink('beta').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(getLink('Alpha'));
  expect(document.querySelectorAll('[data-stop][tabindex="0"]')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(onOpen.mock.calls.map(([{ releaseid }]) => releaseid)).toEqual(['b']);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Parallel');
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions for Alpha');
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Play Alpha');
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(getLink('Charlie'));
});

test('a click on any text of a row opens it, a click on its menu does not', { tags: ['C-LIST-01'] }, async () => {
  const onOpen = vi.fn<(release: Release) => void>();
  const user = showTable([createRelease('a', { genres: ['House', 'Techno'] })], { onOpen });
  await user.click(screen.getByText('House, Techno'));
  expect(onOpen).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'More actions for Release a' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Play' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('the down arrow moves from the headers into the rows', async () => {
  const user = showTable(three);
  getSortButton('Title').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(getLink('beta'));
});

test('loading rows have a skeleton', () => {
  showTable(three, { total: 60, isLoadingMore: true });
  const grid = screen.getByRole('grid');
  expect([grid.getAttribute('aria-busy'), grid.getAttribute('aria-rowcount')]).toEqual(['true', '61']);
  expect(screen.getAllByRole('row')).toHaveLength(5);
});

test('when the focused row is removed, the focus moves to the next row', async () => {
  function RemovableRows() {
    const [list, setList] = useState(three);
    const remove = ({ releaseid }: Release) => setList(list.filter((item) => item.releaseid !== releaseid));
    return (
      <ReleaseTable
        releases={list}
        kind="table"
        total={3}
        isLoadingMore={false}
        label="Releases"
        rowActions={(row) => (
          <button type="button" onClick={() => remove(row)}>
            {`Restore ${row.title}`}
          </button>
        )}
      />
    );
  }
  const user = renderScreen(withProviders(<RemovableRows />));
  await user.click(screen.getByRole('button', { name: 'Restore Alpha' }));
  await waitFor(() => expect(document.activeElement).toBe(getLink('Charlie')));
  await user.click(screen.getByRole('button', { name: 'Restore Charlie' }));
  await waitFor(() => expect(document.activeElement).toBe(getLink('beta')));
});
