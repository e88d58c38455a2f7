import type { Release } from '@promenade/contract/catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { restored, useTables } from '../platform/tableStore.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release } from '../testing/music.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { ReleaseTable } from './ReleaseTable.tsx';

beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  Element.prototype.setPointerCapture = () => undefined;
  useTables.setState(restored(undefined));
  fakeServer();
  vi.spyOn(console, 'error').mockReturnValue();
});

type More = Partial<ComponentProps<typeof ReleaseTable>>;

function shown(releases: Release[], more: More = {}) {
  const { length } = releases;
  const always = { releases, columns: 'list', total: length, isLoadingMore: false, label: 'Releases' } as const;
  return show(signedIn(<ReleaseTable {...always} {...more} />));
}

const titles = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const link = (name: string) => screen.getByRole('link', { name });
const edge = (column: string) => screen.getByRole('separator', { name: `Width of ${column}` });
const widthOf = (column: string) => Number(edge(column).getAttribute('aria-valuenow'));
const sort = (column: string) => screen.getByRole('button', { name: column });
const three = [
  release('a', { title: 'beta', artist: 'Zoe', duration: 100 }),
  release('b', { title: 'Alpha', artist: 'mara', duration: 90 }),
  release('c', { title: 'Charlie', artist: 'Otis', duration: 300 }),
];

test('edges of columns are dragged; the width is kept for tables of releases and back after a reload', {
  tags: ['C-ENTITY-22', 'C-LIST-06', 'C-PERSIST-04', 'C-TABLE-07'],
}, () => {
  shown(three);
  const before = widthOf('Artist');
  fireEvent.pointerDown(edge('Artist'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge('Artist'), { clientX: 530 });
  expect(widthOf('Artist')).toBe(before + 30);
  expect(useTables.getState().releases).toEqual({});
  fireEvent.pointerUp(edge('Artist'), { clientX: 540 });
  expect(widthOf('Artist')).toBe(before + 40);
  const kept = JSON.parse(localStorage.getItem('promenade') ?? '{}');
  expect(kept.state.table).toEqual({ artists: {}, labels: {}, releases: { artist: before + 40 }, songs: {} });
  expect(kept.state.setting).toBeUndefined();
});

test('the title has an edge of its own and no column gets narrower than 80 px', {
  tags: ['C-LIST-06', 'C-TABLE-13'],
}, () => {
  shown(three);
  fireEvent.pointerDown(edge('Title'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge('Title'), { clientX: 0 });
  fireEvent.pointerUp(edge('Title'), { clientX: 0 });
  expect(widthOf('Title')).toBe(80);
  expect(edge('Title').getAttribute('aria-valuemin')).toBe('80');
});

test('a drag that is called off changes nothing', { tags: ['C-TABLE-07'] }, () => {
  shown(three);
  const before = widthOf('Artist');
  fireEvent.pointerDown(edge('Artist'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge('Artist'), { clientX: 560 });
  fireEvent.pointerCancel(edge('Artist'));
  expect(widthOf('Artist')).toBe(before);
  expect(useTables.getState().releases).toEqual({});
});

test('a header does not sort until 50 ms after a drag', { tags: ['C-CONST-10', 'C-TABLE-08'] }, () => {
  vi.useFakeTimers();
  shown(three, { columns: 'table' });
  fireEvent.pointerDown(edge('Title'), { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge('Title'), { clientX: 520 });
  fireEvent.pointerUp(edge('Title'), { clientX: 520 });
  fireEvent.click(sort('Title'));
  act(() => void vi.advanceTimersByTime(49));
  fireEvent.click(sort('Title'));
  expect(titles()).toEqual(['beta', 'Alpha', 'Charlie']);
  act(() => void vi.advanceTimersByTime(1));
  fireEvent.click(sort('Title'));
  expect(titles()).toEqual(['Alpha', 'beta', 'Charlie']);
  vi.useRealTimers();
});

test('arrow keys move an edge by 10 px, a double click gives the column its first width', {
  tags: ['C-TABLE-07', 'C-TABLE-13'],
}, async () => {
  const person = shown(three);
  const before = widthOf('Duration');
  edge('Duration').focus();
  await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(widthOf('Duration')).toBe(before + 10);
  expect(useTables.getState().releases).toHaveProperty('duration', before + 10);
  await person.dblClick(edge('Duration'));
  expect(widthOf('Duration')).toBe(before);
  expect(useTables.getState().releases).not.toHaveProperty('duration');
});

test('a table wider than its place has a scrollbar above, in step with it both ways', { tags: ['C-TABLE-09'] }, () => {
  useTables.setState({ releases: { artist: 700, title: 700 } });
  shown(three);
  const [bar, head, body] = document.querySelectorAll<HTMLElement>('[data-sideways]');
  if (!bar || !head || !body) throw new Error('A part that scrolls sideways is missing');
  expect(bar.compareDocumentPosition(head)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  bar.scrollLeft = 120;
  fireEvent.scroll(bar);
  expect([head.scrollLeft, body.scrollLeft]).toEqual([120, 120]);
  body.scrollLeft = 40;
  fireEvent.scroll(body);
  expect([bar.scrollLeft, head.scrollLeft]).toEqual([40, 40]);
});

test('a table that fits has no such scrollbar', { tags: ['C-TABLE-09'] }, () => {
  shown(three, { columns: 'table' });
  expect(document.querySelectorAll('[data-sideways]')).toHaveLength(2);
});

test('of 10,000 releases only those near the window exist, and a screen reader knows how many there are', {
  tags: ['C-TABLE-03'],
}, () => {
  shown(Array.from({ length: 10_000 }, (_none, at) => release(`r${at}`)));
  expect(screen.getAllByRole('row').length).toBeLessThan(40);
  const grid = screen.getByRole('grid', { name: 'Releases' });
  expect(grid.getAttribute('aria-rowcount')).toBe('10001');
  expect(grid.getAttribute('aria-colcount')).toBe('9');
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2');
});

test('the Tab key stops at one row, arrows walk, Enter opens, the controls of the row are next', {
  tags: ['C-LIST-01'],
}, async () => {
  const onOpen = vi.fn<(release: Release) => void>();
  const person = shown(three, { onOpen });
  link('beta').focus();
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(link('Alpha'));
  expect(document.querySelectorAll('a[tabindex="0"]')).toHaveLength(1);
  await person.keyboard('{Enter}');
  expect(onOpen.mock.calls.map(([{ releaseid }]) => releaseid)).toEqual(['b']);
  await person.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions for Alpha');
  await person.tab({ shift: true });
  await person.tab({ shift: true });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Play Alpha');
  await person.keyboard('{End}');
  expect(document.activeElement).toBe(link('Charlie'));
});

test('a press on any words of a row opens it, one on its menu does not', { tags: ['C-LIST-01'] }, async () => {
  const onOpen = vi.fn<(release: Release) => void>();
  const person = shown([release('a', { genres: ['House', 'Techno'] })], { onOpen });
  await person.click(screen.getByText('House, Techno'));
  expect(onOpen).toHaveBeenCalledOnce();
  await person.click(screen.getByRole('button', { name: 'More actions for Release a' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Play' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('from the headers an arrow leads down into the rows', async () => {
  const person = shown(three);
  sort('Title').focus();
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(link('beta'));
});

test('rows that are on their way have a place', () => {
  shown(three, { total: 60, isLoadingMore: true });
  const grid = screen.getByRole('grid');
  expect([grid.getAttribute('aria-busy'), grid.getAttribute('aria-rowcount')]).toEqual(['true', '61']);
  expect(screen.getAllByRole('row')).toHaveLength(5);
});

test('when the row with the focus leaves, the focus goes to the one that takes its place', async () => {
  function Leaving() {
    const [list, setList] = useState(three);
    const leave = ({ releaseid }: Release) => setList(list.filter((one) => one.releaseid !== releaseid));
    return (
      <ReleaseTable
        releases={list}
        columns="table"
        total={3}
        isLoadingMore={false}
        label="Releases"
        rowActions={(row) => (
          <button type="button" onClick={() => leave(row)}>
            {`Restore ${row.title}`}
          </button>
        )}
      />
    );
  }
  const person = show(signedIn(<Leaving />));
  await person.click(screen.getByRole('button', { name: 'Restore Alpha' }));
  await waitFor(() => expect(document.activeElement).toBe(link('Charlie')));
  await person.click(screen.getByRole('button', { name: 'Restore Charlie' }));
  await waitFor(() => expect(document.activeElement).toBe(link('beta')));
});
