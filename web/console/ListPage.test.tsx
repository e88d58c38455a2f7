import { cleanup, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { column } from './ListColumns.tsx';
import { ListFilter } from './ListFilter.tsx';
import { ListPage } from './ListPage.tsx';
import { useListParams } from './listParams.ts';

interface Boat {
  id: string;
  name: string;
  port: string;
  seats: number;
}

const LIST = {
  sorts: ['name', '-name'],
  initial: 'name',
  filters: { kind: ['ferry', 'tug'], owner: 'text' },
} as const;
const COLUMNS = [
  column.link('name', 'Name', ({ id, name }: Boat) => ({ to: `/boats/${id}`, title: name }), { isSortable: true }),
  column.text('port', 'Port', ({ port }: Boat) => port, { only: 'wide' }),
  column.number('seats', 'Seats', ({ seats }: Boat) => seats, { only: 'phone' }),
  column.actions(
    'Actions',
    ({ name }: Boat) => `More of ${name}`,
    ({ seats }) => [
      { id: 'sail', label: 'Sail', onAction: () => undefined },
      seats > 9 && { id: 'board', label: 'Board', onAction: () => undefined },
    ],
  ),
];
const KINDS = [
  { value: 'ferry', text: 'Ferry' },
  { value: 'tug', text: 'Tug' },
];
const rowKey = ({ id }: Boat): string => id;
const boats = [{ id: '1', name: 'Aurora', port: 'Kiel', seats: 8 }];
const refetch = vi.fn<() => void>();

function Boats({ items }: { items: Boat[] | undefined }) {
  const params = useListParams(LIST);
  return (
    <>
      <ListPage
        title="Boats"
        total={(count) => `${count} boats`}
        list={{ data: items && { items, total: items.length, page: 1, pagesize: 40 }, isError: !items, refetch }}
        params={params}
        columns={COLUMNS}
        rowKey={rowKey}
        empty="No boats"
        filters={<ListFilter params={params} name="kind" label="Kind" options={KINDS} />}
      />
      <output aria-label="query">{JSON.stringify(params.query)}</output>
      <output aria-label="address">{useLocation().search}</output>
    </>
  );
}

beforeEach(() => mockWindowWidth(1440));
beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
const open = (items: Boat[] | undefined, search = '') => renderScreen(withProviders(<Boats items={items} />), search);
const textOf = (name: string) => screen.getByLabelText(name).textContent;

test('a list is asked what its address says, without what it may not be', () => {
  open(boats, '/?sort=-name&page=3&kind=tug&owner=Lind&q=au&other=1');
  expect(textOf('query')).toBe('{"sort":"-name","page":3,"filter":"au","kind":"tug","owner":"Lind"}');
});

test('what a list may not be is left out, and the list is not called filtered', () => {
  open([], '/?sort=seats&page=-1&kind=submarine');
  expect(textOf('query')).toBe('{"sort":"name","page":1}');
  screen.getByText('No boats');
});

test('filters and order go to the first page of the address', async () => {
  const user = open(boats, '/?page=3');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Ferry');
  expect(textOf('address')).toBe('?kind=ferry');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(textOf('address')).toBe('?kind=ferry&sort=-name');
});

test('a list that fails says what could not be loaded, not where the person was, and loads it again', async () => {
  const user = open(undefined);
  expect(screen.getByRole('alert').textContent).toBe('Boats could not be loadedTry again in a moment.Try again');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('columns stand where they are for, and a menu has what can be done with its row', async () => {
  const user = open(boats);
  const names = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Name', 'Port', 'Actions']);
  await user.click(screen.getByRole('button', { name: 'More of Aurora' }));
  expect(within(await screen.findByRole('menu')).getAllByRole('menuitem')).toHaveLength(1);
  cleanup();
  mockWindowWidth(390);
  open(boats);
  expect(names()).toEqual(['Name', 'Seats', 'Actions']);
});
