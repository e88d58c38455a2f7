import { changePackage, checkPackagePeople, packageMembers, packageRule } from '@promenade/contract/operatorCatalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Packages } from './Packages.tsx';

test('a pasted list gives a package to those who lack it, what names nobody stays, and members are searched', async () => {
  const server = fakeServer();
  signInAs({ operator: true });
  const [ana, bo] = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [string, string];
  const page = { page: 1, pagesize: 40 };
  const row = { playerid: bo, name: 'Bo Fenn', email: 'bo@b.example', company: '', byrule: false };
  const facts = { name: 'Radio', open: true, people: 1, releases: 2, labels: [] };
  server.respondWith(packageMembers, (_signal, { path }) =>
    Response.json(
      path.includes('filter=')
        ? { ...facts, ...page, items: [], total: 0 }
        : { ...facts, ...page, items: [{ ...row, since: '2026-11-20T08:00:00.000Z' }], total: 1 },
    ),
  );
  server.answer(packageRule, { condition: null, by: null, at: null, version: 'a1' });
  server.answer(checkPackagePeople, {
    people: [
      { playerid: ana, name: 'Ana Pop', email: 'ana@a.example', holds: false },
      { playerid: bo, name: 'Bo Fenn', email: 'bo@b.example', holds: true },
    ],
    unknown: ['cy@c.example'],
    wrong: ['di@'],
  });
  server.answer(changePackage, { id: '7', name: 'Radio' });
  const routes = (
    <Routes>
      <Route path="/operator/packages/:packageid" element={<Packages />} />
    </Routes>
  );
  const user = renderScreen(withProviders(routes), '/operator/packages/7');
  const field = await screen.findByRole('textbox', { name: /^Addresses of people/ });
  const text = 'Ana Pop <ana@a.example>, bo@b.example, cy@c.example, di@';
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Add to the package' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Give one person the package Radio?');
  screen.getByText('2 addresses have accounts, 1 of them holds it already');
  screen.getByText('Without an account: cy@c.example');
  screen.getByText('No address: di@');
  await user.click(dialog.getByRole('button', { name: 'Add to the package' }));
  await waitFor(() => expect(field).toHaveProperty('value', 'cy@c.example\ndi@'));
  expect(server.calls.filter(({ method }) => method !== 'GET')).toMatchObject([
    { path: '/api/operator/packages/7/people/check', body: { text } },
    { path: '/api/operator/packages/7', body: { member: { account: ana, holds: true } } },
  ]);
  await user.type(screen.getByRole('searchbox', { name: 'Name, company or address' }), 'zz');
  await screen.findByText('Nobody who holds it is called so.');
});
