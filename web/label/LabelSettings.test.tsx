import { labelSettings } from '@promenade/contract/label';
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { LabelSettings } from './LabelSettings.tsx';

const labelid = '00000000-0000-4000-8000-0000000000ff';

test('staff read logo, contact address and staff of their label; others learn nothing', async () => {
  mockWindowWidth(1440);
  signInAs({ haslabels: true });
  const server = fakeServer();
  const open = () =>
    renderScreen(
      withProviders(
        <Routes>
          <Route path="/label/settings/:labelid" element={<LabelSettings />} />
        </Routes>,
      ),
      `/label/settings/${labelid}`,
    );
  server.answer(labelSettings, {
    labelid,
    name: 'Harbour',
    role: 'viewer',
    logo: null,
    contact: null,
    staff: [{ name: 'Edda Editor', role: 'editor', since: '2026-11-02T00:00:00.000Z' }],
  });
  open();
  await screen.findByRole('heading', { name: 'Settings of Harbour' });
  screen.getByText('None: recipients cannot write to this label.');
  screen.getByRole('row', { name: 'Edda Editor Editor November 02, 2026' });
  cleanup();
  server.refuse(labelSettings, 'LABEL_NOT_FOUND');
  open();
  await screen.findByRole('heading', { name: 'There is no such label here' });
  expect(screen.queryByText('Edda Editor')).toBeNull();
});
