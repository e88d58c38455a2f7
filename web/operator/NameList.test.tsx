import { acceptName, mergeNames, names, previewNameMerge } from '@promenade/contract/operatorCatalogue';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Vocabulary } from './Vocabulary.tsx';

test('an operator merges a likely twin after reading what moves', async () => {
  mockLayout({ width: 1400, height: 900, scrollHeight: 4000 });
  mockWindowWidth(1440);
  const server = fakeServer();
  signInAs({ operator: true });
  const into = { id: '2', name: 'Hip-Hop' };
  const from = { id: '1', name: 'Hip Hop' };
  const facts = { releases: 7, people: null, proposed: false };
  const items = [
    { ...from, ...facts, twins: [into] },
    { ...into, ...facts, twins: [from] },
  ];
  server.answer(names, { items, total: 2, page: 1, pagesize: 40 });
  const counts = { doubles: 0, people: 0, inboth: 0, grants: 0, works: 0, deliveries: 0, mailstops: 0 };
  server.answer(previewNameMerge, { from, into, releases: 7, ...counts });
  server.answer(mergeNames, { from, into, releases: 7, ...counts });
  const user = renderScreen(withProviders(<Vocabulary />));
  await user.click(await screen.findByRole('button', { name: 'Actions of Hip Hop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge' }));
  expect(await screen.findByText(/^7 releases move to Hip-Hop/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(screen.queryByText(/^7 releases move to Hip-Hop/)).toBeNull());
  const sent = server.calls.filter(({ method }) => method === 'POST');
  expect(sent).toMatchObject([{ path: '/api/operator/names/genres/1/merge', body: { into: '2' } }]);
});

test('an operator accepts what a label proposed', async () => {
  mockLayout({ width: 1400, height: 900, scrollHeight: 4000 });
  mockWindowWidth(1440);
  const server = fakeServer();
  signInAs({ operator: true });
  const items = [{ id: '3', name: 'Tuna Bass', releases: 2, people: null, proposed: true, twins: [] }];
  server.answer(names, { items, total: 1, page: 1, pagesize: 40 });
  server.answer(acceptName, { id: '3', name: 'Tuna Bass' });
  const user = renderScreen(withProviders(<Vocabulary />));
  await screen.findByText('Tuna Bass (proposed)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Proposed by labels');
  await waitFor(() => expect(server.calls.at(-1)?.path).toContain('proposed=1'));
  await user.click(await screen.findByRole('button', { name: 'Actions of Tuna Bass' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Accept' }));
  await screen.findByText('Listeners can filter by it. 2 releases have it.');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/operator/names/genres/3/accept',
    ]),
  );
});
