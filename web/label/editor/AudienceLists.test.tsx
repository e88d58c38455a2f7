import { audiencePeople, setAudience } from '@promenade/contract/audience';
import { labelPackages, labelPeople, type StaffDocument, staffRelease } from '@promenade/contract/label';
import { releaseHistory } from '@promenade/contract/releaseHistory';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { countPeople, createStaffDocument, staffReleaseId } from '../../testing/staffDocument.ts';
import { ReleaseEditor } from './ReleaseEditor.tsx';

test('pasted addresses are counted and added, wrong ones stay in the field, and recipients are searched', async () => {
  mockWindowWidth(1440);
  const server = fakeServer();
  signInAs({ haslabels: true });
  const page = { total: 1, page: 1, pagesize: 40 };
  const answer = createStaffDocument([{ title: 'One' }], {});
  server.answer(releaseHistory, { ...page, items: [], total: 0 });
  const audience = { ...answer.audience, addresses: ['old@a.example'], counts: countPeople(2) };
  let current: StaffDocument = { ...answer, audience };
  const bodies: unknown[] = [];
  server.respondWith(staffRelease, () => Response.json(current));
  server.answer(labelPackages, { items: [], ...page });
  server.answer(labelPeople, { items: [] });
  const member = {
    playerid: '00000000-0000-4000-8000-000000000110',
    name: 'Mona',
    title: 'Programmer',
    company: 'Wave FM',
    country: 'DE',
    packages: ['Radio'],
    former: false,
  };
  server.respondWith(audiencePeople, (_signal, { path }) =>
    Response.json(path.includes('filter=') ? { ...page, items: [], total: 0 } : { ...page, items: [member], total: 1 }),
  );
  server.respondWith(setAudience, (_signal, { body }) => {
    bodies.push((body as { addresses: string[] }).addresses);
    current = {
      ...current,
      version: current.version + 1,
      audience: { ...audience, addresses: (body as { addresses: string[] }).addresses },
    };
    return Response.json(current);
  });
  const routes = (
    <Routes>
      <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
    </Routes>
  );
  const user = renderScreen(withProviders(routes), `/label/releases/${staffReleaseId}`);
  const region = within(await screen.findByRole('region', { name: 'Audience' }));
  await region.findByText('Programmer, Wave FM, Germany · Radio');
  await user.click(region.getByRole('button', { name: 'Paste a list' }));
  const field = await screen.findByRole('textbox', { name: /^Addresses of a mail/ });
  await user.click(field);
  await user.paste('Name;Email\n"Pop; Ana";ana@a.example\nOld;OLD@a.example\nBo;bo@@b.example');
  screen.getByText('1 new address, 1 is here already, 1 is no address');
  screen.getByText('Not taken: Bo, bo@@b.example');
  await user.click(screen.getByRole('button', { name: 'Add 1 address' }));
  await waitFor(() => expect(field).toHaveProperty('value', 'Bo, bo@@b.example'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(region.getByRole('button', { name: 'Add people' }));
  const picker = await screen.findByRole('combobox');
  await user.type(picker, "o'x@a");
  await screen.findByText('Nobody whom the label may deliver to is called so, and it is no address.');
  expect(screen.queryByRole('option')).toBeNull();
  await user.clear(picker);
  await user.paste("cy@c.example\n'di@d.example\ned@");
  await user.click(await screen.findByRole('option', { name: 'Deliver to 2 addresses' }));
  await waitFor(() => expect(picker).toHaveProperty('value', 'ed@'));
  expect(bodies).toEqual([
    ['old@a.example', 'ana@a.example'],
    ['old@a.example', 'ana@a.example', 'cy@c.example', 'di@d.example'],
  ]);
  await user.keyboard('{Escape}');
  await user.type(region.getByRole('searchbox', { name: 'Name or company' }), 'zz');
  await region.findByText('Nobody matches.');
});
