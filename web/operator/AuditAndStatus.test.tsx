import { names } from '@promenade/contract/operatorCatalogue';
import { type AuditLine, auditLines, limitsMet, operatorStatus, testMail } from '@promenade/contract/operatorService';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Audit } from './Audit.tsx';
import { Status } from './Status.tsx';

let server: FakeServer;
const playerid = '00000000-0000-4000-8000-000000000001';
const named = (id: string, name: string) => ({ id, name, releases: 3, people: 2, proposed: false, twins: [] });
const page = <Item,>(...items: Item[]) => ({ items, total: items.length, page: 1, pagesize: 40 });

beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ operator: true });
  server.answer(names, page(named('1', 'Everyone'), named('2', 'Radio')));
});

const today = {
  applications: 0,
  deletions: 0,
  refusedmails: 0,
  failedjobs: 0,
  refuseddeliveries: 0,
  suppressed: 0,
  locks: 0,
  answers: 0,
  unmatchedmails: 0,
  unreadablemails: 0,
  problems: [],
  version: '1.0.0',
  freeBytes: 5e9,
};

test('the audit trail says sentences, and shows what was stored on demand', async () => {
  const line: AuditLine = {
    id: 7,
    at: '2026-11-20T09:00:00.000Z',
    actor: 'Bo Fenn',
    action: 'account.packages',
    subject: playerid,
    subjectname: 'Ann Lund',
    before: { packages: ['Everyone'] },
    after: { packages: ['Everyone', 'Radio'] },
  };
  server.answer(auditLines, page(line, { ...line, id: 8, action: 'release.new', before: null, after: { upc: '1' } }));
  const user = renderScreen(withProviders(<Audit />));
  await screen.findByText('Changed the packages of Ann Lund: packages + Radio');
  screen.getByText('release.new Ann Lund: upc 1');
  const [first] = screen.getAllByRole('link', { name: /2026/ });
  if (first) await user.click(first);
  const panel = within(await screen.findByRole('dialog'));
  panel.getByText('What was before and after');
  expect(panel.getByText(/"before"/).textContent).toContain('"Everyone"');
});

test('the status has the words of the mail server and when the mailbox was read last, and mails the operator', async () => {
  const times = { checkedat: '2026-11-20T09:00:00.000Z', workedat: '2026-11-19T09:00:00.000Z' };
  server.answer(limitsMet, []);
  server.answer(operatorStatus, {
    ...today,
    postgres: '18.4',
    databaseBytes: 1e9,
    storage: 'disk',
    files: 3,
    fileBytes: 5e9,
    accounts: {},
    releases: {},
    mails: { waiting: 1, retried: 0, refused: 0 },
    mailservers: [
      { name: 'smtp', host: 'smtp.example', ...times, problem: '535 Wrong password', certificateuntil: null },
      { name: 'mailbox', host: 'imap.example', ...times, problem: null, certificateuntil: null },
    ],
    jobs: [],
    replicas: [],
    processes: [],
    backupat: null,
    verified: null,
  });
  server.answer(testMail, { mailid: playerid, to: 'boss@ferry.example' });
  const user = renderScreen(withProviders(<Status />));
  await screen.findByText(/^smtp\.example, checked .*20.*: 535 Wrong password$/);
  screen.getByText(/^imap\.example, read last .*19/);
  await user.click(screen.getByRole('button', { name: 'Send me a test mail' }));
  await screen.findByText(/A test mail to boss@ferry\.example is on its way\./);
  expect(screen.getByRole('link', { name: 'See what becomes of it' }).getAttribute('href')).toContain(playerid);
});
