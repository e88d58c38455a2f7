import { names, operatorLabel, packageMembers } from '@promenade/contract/operatorCatalogue';
import { accounts, applicants } from '@promenade/contract/operatorPeople';
import { auditLines, failedJobs, operatorStatus, operatorToday } from '@promenade/contract/operatorService';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Applications } from './Applications.tsx';
import { Audit } from './Audit.tsx';
import { Labels } from './Labels.tsx';
import { MailsAndJobs } from './MailsAndJobs.tsx';
import { Packages } from './Packages.tsx';
import { People } from './People.tsx';
import { Status } from './Status.tsx';
import { Today } from './Today.tsx';
import { Vocabulary } from './Vocabulary.tsx';

let server: FakeServer;

beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ operator: true });
});

const nothing = { items: [], total: 0, page: 1, pagesize: 40 };

test.each([
  ['People', People, accounts, '36 people'],
  ['Applications', Applications, applicants, '36 applications'],
  ['Audit', Audit, auditLines, '36 changes'],
  ['Labels', Labels, names, '36 labels'],
  ['Packages', Packages, names, '36 packages'],
  ['Vocabulary', Vocabulary, names, '36 genres'],
])('%s names what it counts, and what could not be loaded', async (title, Page, route, count) => {
  server.refuse(route, 'UNEXPECTED');
  const user = renderScreen(withProviders(<Page />));
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toBe(`${title} could not be loadedTry again in a moment.Try again`);
  server.answer(route, { ...nothing, total: 36 });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(count);
});

test.each([
  ['What is waiting could not be loaded', Today, operatorToday],
  ['The status could not be loaded', Status, operatorStatus],
  ['The jobs could not be loaded', MailsAndJobs, failedJobs],
  ['This label could not be loaded', Labels, operatorLabel],
  ['This package could not be loaded', Packages, packageMembers],
] as const)('%s', async (title, Page, route) => {
  server.refuse(route, 'UNEXPECTED');
  renderScreen(
    withProviders(
      <Routes>
        <Route path="/:labelid?/:packageid?" element={<Page />} />
      </Routes>,
    ),
    '/1/2?part=jobs',
  );
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  screen.getByRole('button', { name: 'Try again' });
});
