import type { Mail } from '@promenade/contract/operator';
import { names } from '@promenade/contract/operatorCatalogue';
import type { AccountDetail, Applicant } from '@promenade/contract/operatorPeople';
import * as people from '@promenade/contract/operatorPeople';
import { operatorToday } from '@promenade/contract/operatorService';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Notices } from '../screens/Notices.tsx';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Applications } from './Applications.tsx';
import { Person } from './Person.tsx';
import { Today } from './Today.tsx';

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
  countries: 0,
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

test('today says that nothing waits', async () => {
  server.answer(operatorToday, today);
  renderScreen(withProviders(<Today />));
  await screen.findByText('Nothing is waiting.');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('what waits is a link to where it is done', async () => {
  server.answer(operatorToday, { ...today, applications: 2 });
  renderScreen(withProviders(<Today />));
  const link = await screen.findByRole('link', { name: '2 applications wait for a decision' });
  expect(link.getAttribute('href')).toBe('/operator/applications');
});

const applicant = (more: Partial<Applicant>): Applicant => ({
  playerid,
  name: 'Ann Lund',
  email: 'ann@ferry.example',
  company: 'Ferry FM',
  appliedat: '2026-11-20T08:00:00.000Z',
  answers: { industry: 'radio' },
  inviter: null,
  samecompany: 0,
  samedomain: 3,
  company_people: [],
  domain_people: [],
  decided: null,
  ...more,
});

test('of several decisions the one that another operator made is named, with who made it', async () => {
  server.answer(
    people.applicants,
    page(applicant({}), applicant({ playerid: playerid.replace(/1$/, '2'), name: 'Ben' })),
  );
  const decided = { error: { code: 'APPLICATION_DECIDED', message: 'Bo Fenn has approved it.' } };
  server.respondWith(people.decideApplication, (_signal, { path }) =>
    path.includes(playerid) ? Response.json(decided, { status: 409 }) : new Response(null, { status: 204 }),
  );
  const user = renderScreen(withProviders(<Applications />));
  (await screen.findByRole('checkbox', { name: 'Select all on this page' })).focus();
  await user.keyboard(' ');
  const bar = within(screen.getByRole('group', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Reject' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 applications?' }));
  await user.type(dialog.getByLabelText('Reason, for the mail'), 'No such station');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Ann Lund: Bo Fenn has approved it.');
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    decision: 'rejected',
    reason: 'No such station',
  });
});

const person: AccountDetail = {
  playerid,
  name: 'Ann Lund',
  email: 'ann@ferry.example',
  company: '',
  releases: 12,
  takenreleases: 0,
  companyapproved: true,
  status: 'active',
  verified: false,
  label_staff: false,
  operator: false,
  seenat: null,
  version: 'a'.repeat(32),
  firstname: 'Ann',
  lastname: 'Lund',
  mailpref: 'weekly',
  stoppedlabels: [],
  notes: [],
  title: '',
  country: '',
  countrycheck: null,
  phone: '',
  haspassword: true,
  createdat: '2026-11-20T08:00:00.000Z',
  emails: ['ann@ferry.example'],
  packages: ['Everyone'],
  labels: [],
  sessions: [],
  locks: [],
  suppressions: [],
  mails: [],
  deletionat: null,
};

test('roles and packages change after a question with what comes and goes, and are taken back by Undo', async () => {
  server.answer(people.account, person);
  server.answer(people.previewPackages, { gained: 7, lost: 0 });
  server.answer(people.changeAccount, { ...person, version: 'b'.repeat(32), verified: true });
  const user = renderScreen(
    withProviders(
      <>
        <Person playerid={playerid} />
        <Notices />
      </>,
    ),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Verified' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Radio' }));
  await user.click(screen.getByRole('button', { name: 'Change roles and packages' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Change what Ann Lund may do?' }));
  await question.findByText('Gives Verified, Radio. 7 releases come at once. 0 releases go at once.');
  const patches = () => server.calls.filter(({ method }) => method === 'PATCH');
  expect(patches()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Save' }));
  await expect.poll(patches).toHaveLength(1);
  expect(patches()[0]).toMatchObject({
    headers: { 'if-match': `"${person.version}"` },
    body: { verified: true, label_staff: false, operator: false, packages: ['Radio'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(patches).toHaveLength(2);
  expect(patches()[1]).toMatchObject({
    headers: { 'if-match': `"${'b'.repeat(32)}"` },
    body: { verified: false, packages: [] },
  });
});

test('a label and a package beyond those of the first page are found by typing, with the keyboard alone', async () => {
  server.answer(people.account, person);
  server.answer(people.changeAccount, person);
  const all = [named('1', 'Everyone'), named('2', 'Radio'), named(playerid, 'Zebra Records')];
  server.respondWith(names, (_signal, { path }) => {
    const filter = new URLSearchParams(path.split('?')[1]).get('filter') ?? 'radio';
    const items = all.filter(({ name }) => name.toLowerCase().includes(filter));
    return Response.json({ ...page(...items), total: 300 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  const choose = async (field: RegExp, typed: string, found: RegExp) => {
    (await screen.findByRole('button', { name: field })).focus();
    await user.keyboard('{Enter}');
    await user.keyboard(typed);
    await screen.findByRole('option', { name: found });
    await expect.poll(() => screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
  };
  await choose(/^Label/, 'zeb', /Zebra Records/);
  await user.click(screen.getByRole('button', { name: 'Change the role for this label' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Make Ann Lund Viewer of Zebra Records?' }));
  question.getByText(/with 3 releases/);
  await user.click(question.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.calls.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({ label: { labelid: playerid, role: 'viewer' } });
  await choose(/^Another package/, 'zeb', /Zebra Records/);
  const added = await screen.findByRole('checkbox', { name: 'Zebra Records' });
  expect(added).toHaveProperty('checked', true);
});

test('roles and packages of another version are shown, with why nothing was saved', async () => {
  server.answer(people.account, person);
  server.answer(people.previewPackages, { gained: 0, lost: 0 });
  server.respondWith(people.changeAccount, () => {
    server.answer(people.account, { ...person, version: 'b'.repeat(32), label_staff: true });
    const error = { code: 'ACCOUNT_CHANGED', message: 'Changed.' };
    return Response.json({ error }, { status: 412 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await user.click(await screen.findByRole('checkbox', { name: 'Verified' }));
  await user.click(screen.getByRole('button', { name: 'Change roles and packages' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Save' }));
  expect((await question.findByRole('alert')).textContent).toContain('Ann Lund');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Label staff' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Verified' }).checked).toBe(false);
});

test('what is typed about a person survives a reload, until it is saved', async () => {
  server.answer(people.account, person);
  server.answer(people.changeAccount, { ...person, company: 'Ferry FM' });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await user.type(await screen.findByLabelText('Company'), 'Ferry FM');
  await user.type(screen.getByLabelText('New note'), 'Called on Monday');
  cleanup();
  const later = renderScreen(withProviders(<Person playerid={playerid} />));
  expect((await screen.findByLabelText<HTMLInputElement>('Company')).value).toBe('Ferry FM');
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Called on Monday');
  await later.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls.at(-1)?.method).not.toBe('PATCH'));
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ company: 'Ferry FM' });
  cleanup();
  renderScreen(withProviders(<Person playerid={playerid} />));
  expect((await screen.findByLabelText<HTMLInputElement>('Company')).value).toBe('');
});

test('a country that waits says what it brings, and is accepted or refused after a question', async () => {
  const check = { approved: 'DE', isrefused: false, packages: ['Nordic radio'] };
  server.answer(people.account, { ...person, country: 'NO', countrycheck: check });
  server.respondWith(people.decideCountry, () => {
    server.answer(people.account, { ...person, country: 'NO', countrycheck: { ...check, isrefused: true } });
    return new Response(null, { status: 204 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await screen.findByText('Told the country Norway; approved: Germany. Accepting it gives: Nordic radio.');
  await user.click(screen.getByRole('button', { name: 'Refuse the country' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Refuse the country of Ann Lund?' }));
  await user.click(question.getByRole('button', { name: 'Refuse the country' }));
  await screen.findByText(/^The country Norway was refused/);
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ country: 'NO', accepted: false });
  expect(screen.queryByRole('button', { name: 'Refuse the country' })).toBeNull();
  screen.getByRole('button', { name: 'Accept the country' });
});

test('the button that disabled an account keeps the focus, and enables it', async () => {
  server.answer(people.account, person);
  server.respondWith(people.actOnAccount, () => {
    server.answer(people.account, { ...person, status: 'disabled' });
    return new Response(null, { status: 204 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Ann Lund?' }));
  await user.click(question.getByRole('button', { name: 'Disable' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Enable');
});

test('all releases are taken from a person, after a question with their number, and given back by the same button', async () => {
  server.answer(people.account, person);
  server.respondWith(people.actOnAccount, () => {
    server.answer(people.account, { ...person, releases: 0, takenreleases: 12 });
    return new Response(undefined, { status: 204 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await user.click(await screen.findByRole('button', { name: 'Take all releases away' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Take all releases away from Ann Lund?' }));
  question.getByText(/^12 releases leave the account at once/);
  await user.click(question.getByRole('button', { name: 'Take all releases away' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Give the releases back');
});

test('a person whose mails came back shows why and since when, and can get mails again', async () => {
  const [address = ''] = person.emails;
  const reason = '550 No such user';
  server.answer(people.account, { ...person, suppressions: [{ address, since: person.createdat, reason }] });
  server.respondWith(people.actOnAccount, () => {
    server.answer(people.account, person);
    return new Response(null, { status: 204 });
  });
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await screen.findByText(reason);
  await user.click(screen.getByRole('button', { name: 'Lift the suppression' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Send Ann Lund mails again?' }));
  await user.click(question.getByRole('button', { name: 'Lift the suppression' }));
  await expect.poll(() => screen.queryByText(reason)).toBeNull();
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ action: 'lift-suppression' });
});

test('mails of a person say what became of them, when and why', async () => {
  const mail = {
    mailid: playerid,
    to: 'ann@ferry.example',
    state: 'sent' as const,
    createdat: person.createdat,
    sentat: person.createdat,
    bouncedat: null,
    nextat: null,
    problem: null,
    readable: false,
  };
  const of = (index: number, more: Partial<Mail>) => ({
    ...mail,
    mailid: playerid.replace(/1$/, String(index)),
    subject: `Mail ${index}`,
    ...more,
  });
  server.answer(people.account, {
    ...person,
    mails: [
      of(2, { state: 'bounced', bouncedat: '2026-11-21T09:30:00.000Z', problem: '550 No such user' }),
      of(3, { state: 'retried', sentat: null, nextat: '2026-11-21T10:00:00.000Z', problem: '451 Later' }),
      of(4, { state: 'suppressed', sentat: null, problem: 'x' }),
      of(5, {}),
    ],
  });
  renderScreen(withProviders(<Person playerid={playerid} />));
  expect((await screen.findByText(/^Came back .*: 550 No such user$/)).textContent).toMatch(/21/);
  screen.getByText(/^Tried again .*21.*by itself\. The last attempt failed: 451 Later$/);
  screen.getByText('Not sent: earlier mails to this address came back.');
  screen.getByText('sent');
});

test('an account without an address is named, says so and gets one after a question', async () => {
  server.answer(people.account, { ...person, name: '', email: '', emails: [] });
  server.answer(people.changeAccount, person);
  const user = renderScreen(withProviders(<Person playerid={playerid} />));
  await screen.findByRole('heading', { name: playerid });
  expect(screen.queryByRole('button', { name: 'Send a sign-in link' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Another address' }), 'Ann@Ferry.example');
  await user.click(screen.getByRole('button', { name: 'Add the address' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^Whoever reads ann@ferry.example can sign in to this account\./);
  await user.click(question.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.calls.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({ addemail: 'ann@ferry.example' });
});

test('the panel of an application has words, links and names, who rejected it, why, and a close button', async () => {
  const other = playerid.replace(/1$/, '2');
  const decided = {
    decision: 'rejected' as const,
    at: '2026-11-20T09:00:00.000Z',
    until: null,
    by: 'Bo Fenn',
    reason: 'No such station',
    packages: [],
    verified: false,
  };
  const answers = { industry: 'radio', country: 'DE', language: 'de', web_site: 'ferry.example', phone: '+44 20 79' };
  server.answer(
    people.applicants,
    page(applicant({ answers, samecompany: 1, company_people: [{ playerid: other, name: 'Ada Kern' }], decided })),
  );
  const user = renderScreen(withProviders(<Applications />));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Rejected');
  await user.click(await screen.findByRole('link', { name: 'Ann Lund' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Ann Lund' }));
  panel.getByText(/^Rejected by Bo Fenn, .*: No such station$/);
  panel.getByText('Radio');
  panel.getByText('Germany');
  panel.getByText('German');
  expect(panel.getByRole('link', { name: 'ferry.example' }).getAttribute('href')).toBe('https://ferry.example/');
  expect(panel.getByRole('link', { name: 'Ada Kern' }).getAttribute('href')).toBe(`/operator/people/${other}`);
  await user.click(panel.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
