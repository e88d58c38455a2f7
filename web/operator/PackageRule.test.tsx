import {
  packageMembers,
  packageRule,
  previewPackageRule,
  type RuleCondition,
  setPackageRule,
} from '@promenade/contract/operatorCatalogue';
import { countries } from '@promenade/contract/signUp';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Packages } from './Packages.tsx';

test('an operator changes the rule of a package after reading who comes and goes', async () => {
  const server = fakeServer();
  signInAs({ operator: true });
  const [ann, bo] = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [string, string];
  const page = { page: 1, pagesize: 40 };
  const member = { playerid: bo, name: 'Bo Fenn', email: 'bo@ferry.example', company: 'Ferry FM', byrule: true };
  server.answer(packageMembers, {
    name: 'Radio',
    open: true,
    people: 1,
    releases: 2,
    labels: [],
    items: [{ ...member, since: '2026-11-20T08:00:00.000Z' }],
    total: 1,
    ...page,
  });
  const saved: RuleCondition = { industries: ['radio'], countries: ['DE'] };
  server.answer(packageRule, { condition: saved, by: 'Ada Quist', at: '2026-11-20T08:00:00.000Z', version: 'a1' });
  server.answer(countries, { data: { countries: ['DE', 'FR', 'SE'], states: {} } });
  const person = { email: '', company: 'Ferry FM' };
  server.answer(previewPackageRule, {
    items: [
      { ...person, playerid: bo, name: 'Bo Fenn', country: 'DE', comes: false },
      { ...person, playerid: ann, name: 'Ann Lund', country: 'SE', comes: true },
    ],
    comes: 1,
    goes: 1,
    total: 2,
    ...page,
  });
  server.answer(setPackageRule, { comes: 1, goes: 1, version: 'a2' });
  const routes = (
    <Routes>
      <Route path="/operator/packages/:packageid" element={<Packages />} />
    </Routes>
  );
  const user = renderScreen(withProviders(routes), '/operator/packages/7');
  await screen.findByText(/, Ferry FM, by the rule/);
  await screen.findByText('Germany');
  await user.click(screen.getByRole('button', { name: 'Change the rule' }));
  await user.click(screen.getByRole('button', { name: 'Remove Germany' }));
  await user.selectOptions(screen.getByLabelText('Country'), 'Sweden');
  // Another page load, or the next sign-in: what was chosen is there.
  cleanup();
  renderScreen(withProviders(routes), '/operator/packages/7');
  await screen.findByRole('button', { name: 'Remove Sweden' });
  await user.click(screen.getByRole('button', { name: 'Show who comes and goes' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('One person gets the package. One person loses it.')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bo Fenn, Ferry FM, Germany: loses it',
    'Ann Lund, Ferry FM, Sweden: gets it',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Save the rule' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.calls.filter(({ method }) => method === 'PUT');
  const condition = { industries: ['radio'], countries: ['SE'] };
  const headers = { 'if-match': '"a1"' };
  expect(sent).toMatchObject([{ path: '/api/operator/packages/7/rule', body: { condition }, headers }]);
});
