import { labelPackages, type StaffDocument } from '@promenade/contract/label';
import * as lists from '@promenade/contract/lists/lists';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument } from '../../testing/staffDocument.ts';
import { AudienceLists } from '../editor/AudienceLists.tsx';
import { ImportPeople } from './ImportPeople.tsx';
import { MakeGroup } from './MakeGroup.tsx';

const labelid = '00000000-0000-4000-8000-0000000000a1';
const listid = (number: number) => `00000000-0000-4000-8000-0000000000b${number}`;
const page = { total: 2, page: 1, pagesize: 100 };
const counts: lists.ListCounts = { listed: 40, mailed: 37, suppressed: 2, unsubscribed: 1, recipients: 0, excluded: 5 };
const listNamed = (number: number, name: string, people: number) => ({
  listid: listid(number),
  labelid,
  name,
  condition: null,
  people,
  updated: '2026-11-30T10:00:00.000Z',
});

function start() {
  mockWindowWidth(1440);
  signInAs({ haslabels: true });
  const server = fakeServer();
  server.answer(labelPackages, { items: [], total: 0, page: 1, pagesize: 40 });
  server.answer(lists.peopleLists, { items: [listNamed(1, 'DJs', 45), listNamed(2, 'Banned', 5)], ...page });
  server.answer(lists.countPeople, counts);
  return server;
}

test('lists are added and kept out by name, with how many will hear of it in which way', async () => {
  start();
  const document: StaffDocument = createStaffDocument([{ title: 'One' }], {});
  const changes: unknown[] = [];
  const now = { packages: [], people: [], excluded: [], addresses: [], lists: [listid(1)], excludedlists: [listid(2)] };
  const audience = {
    ...document.audience,
    lists: [{ listid: listid(1), name: 'DJs', people: 45 }],
    excludedlists: [{ listid: listid(2), name: 'Banned', people: 5 }],
  };
  const user = renderScreen(
    withProviders(
      <AudienceLists
        document={{ ...document, audience }}
        labelid={labelid}
        onChange={(change) => changes.push(change(now))}
      />,
    ),
    '/label',
  );
  await screen.findByText(
    /40 listed people.*mails reach 37, 2 to whom mails come back, 1 who left your mails, 5 kept out/,
  );
  const inside = within(screen.getByRole('list', { name: 'Lists and groups' }));
  expect(inside.getByRole('link', { name: 'DJs' }).getAttribute('href')).toBe(`/label/lists/${listid(1)}`);
  await user.click(screen.getByRole('button', { name: 'Keep a list out' }));
  await user.click(await screen.findByRole('option', { name: /DJs/ }));
  await user.click(inside.getByRole('button', { name: 'Remove DJs' }));
  expect(changes).toEqual([
    { lists: [], excludedlists: [listid(2), listid(1)] },
    { lists: [], excludedlists: [listid(2)] },
  ]);
});

test('a column can be something else than its heading says, and the preview says what becomes of it', async () => {
  const server = start();
  const bodies: string[] = [];
  const found: lists.Imported = {
    columns: [
      { heading: 'Mail', field: 'address', example: 'ana@a.example' },
      { heading: 'Wer', field: null, example: 'Ana' },
    ],
    new: 1,
    known: 0,
    joining: 0,
    twice: 0,
    wrong: 1,
    hidden: 0,
    suppressed: 0,
    unsubscribed: 0,
    notes: [],
    charset: 'utf-8',
    rows: [
      { row: 2, state: 'new', address: 'ana@a.example', name: 'Ana Pop', suppressed: false, unsubscribed: false },
      { row: 3, state: 'wrong', address: 'nothing', name: '', suppressed: false, unsubscribed: false },
    ],
  };
  server.respondWith(lists.importPeople, (_signal, { path }) => {
    bodies.push(new URL(path, 'http://x').search);
    return Response.json(found);
  });
  const user = renderScreen(withProviders(<ImportPeople listid={listid(1)} onClose={() => undefined} />), '/label');
  await user.type(await screen.findByRole('textbox', { name: /paste a table/ }), 'anything');
  await user.click(screen.getByRole('button', { name: 'See what is in it' }));
  await screen.findByText('1 new person, 1 row has no address. Nobody is mailed.');
  const [, first] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('no address');
  expect(screen.getByRole('rowheader', { name: 'Ana Pop ana@a.example' })).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wer' }), 'Name');
  await user.click(screen.getByRole('button', { name: 'Add or update 1 person' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      '?preview=true',
      '?columns=address%2Cname&preview=true',
      '?columns=address%2Cname&preview=false',
    ]),
  );
});

test('a group says how many people match before it is made', async () => {
  const server = start();
  const choices = { tags: ['DJ', 'Press'], companies: [], countries: ['DE', 'Österreich'], artists: ['Mara'] };
  server.answer(lists.groupChoices, choices);
  const made: unknown[] = [];
  server.respondWith(lists.makeGroup, (_signal, { body }) => {
    made.push(body);
    return Response.json(listNamed(3, 'Fans', 40), { status: 201 });
  });
  const user = renderScreen(withProviders(<MakeGroup labelid={labelid} onClose={() => undefined} />), '/label');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Fans');
  await user.click(await screen.findByRole('checkbox', { name: 'DJ' }));
  await user.click(screen.getByRole('checkbox', { name: 'Germany' }));
  await user.click(screen.getByRole('checkbox', { name: 'Österreich' }));
  await screen.findByText('40 people');
  await user.selectOptions(screen.getByRole('combobox', { name: 'People' }), 'who heard');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Artist' }), 'Mara');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Releases' }), 'each of the last 2 releases');
  await user.click(screen.getByRole('button', { name: 'Make a group' }));
  const did = { kind: 'heard', artist: 'Mara', last: 2 };
  await waitFor(() =>
    expect(made).toEqual([{ labelid, name: 'Fans', condition: { tags: [], companies: [], countries: [], did } }]),
  );
});
