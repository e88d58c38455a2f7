import { changeLabelSettings, labelSettings } from '@promenade/contract/labelSettings';
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { LabelSettings } from './LabelSettings.tsx';

const labelid = '00000000-0000-4000-8000-0000000000ff';

test('staff read logo, contact address and staff of their label, editors change the first two; others learn nothing', async () => {
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
  const settings = {
    labelid,
    name: 'Harbour',
    role: 'viewer' as const,
    logo: null,
    contact: null,
    mark: false,
    maymark: false,
    staff: [{ name: 'Edda Editor', role: 'editor' as const, since: '2026-11-02T00:00:00.000Z' }],
  };
  server.answer(labelSettings, settings);
  open();
  await screen.findByRole('heading', { name: 'Settings of Harbour' });
  screen.getByText('None: recipients cannot write to this label.');
  screen.getByRole('row', { name: 'Edda Editor Editor November 02, 2026' });
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  server.answer(labelSettings, { ...settings, role: 'editor' });
  const contact = 'hello@harbour.example';
  server.answer(changeLabelSettings, { ...settings, role: 'editor', contact });
  const user = open();
  await screen.findByLabelText('Choose a logo');
  await user.type(screen.getByRole('textbox', { name: 'Contact address' }), contact);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByDisplayValue(contact);
  expect(server.calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ contact });
  cleanup();
  server.refuse(labelSettings, 'LABEL_NOT_FOUND');
  open();
  await screen.findByRole('heading', { name: 'There is no such label here' });
  expect(screen.queryByText('Edda Editor')).toBeNull();
  cleanup();
  server.refuse(labelSettings, 'UNEXPECTED');
  open();
  await screen.findByRole('heading', { name: 'The settings of the label could not be loaded' });
});
