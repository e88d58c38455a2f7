import { invite } from '@promenade/contract/network';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { InviteButton } from './InviteButton.tsx';

type Person = ReturnType<typeof renderScreen>;
const EMAIL_WRONG = 'Please enter a valid email address and select the relationship type';
const sentInvitations = ['mara', 'jonas'].map((name) => ({
  invitee_email: `${name}@demo.test`,
  relationship: 'other' as const,
  id: name,
}));
const FAILED = 'An error occurred while sending the invitations. Please try again.';
let server: FakeServer;

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('./InviteDialog.tsx')]));

beforeEach(() => {
  server = fakeServer();
  vi.spyOn(console, 'error').mockReturnValue();
  signInAs();
});

const shown = () => renderScreen(withProviders(<InviteButton />));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const relationship = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Relationship' });
const invitees = () =>
  screen.queryAllByRole('listitem').map((row) => row.firstElementChild?.firstElementChild?.textContent);

/** Accepts the terms and opens the list. */
async function atList(): Promise<Person> {
  const user = shown();
  await user.click(button('Invite'));
  await user.click(await screen.findByRole('checkbox'));
  await user.click(button('Continue'));
  await screen.findByRole('dialog', { name: 'Who do you want to invite?' });
  return user;
}

async function addPerson(user: Person, address: string, kind = 'Co-Worker'): Promise<void> {
  await user.click(email());
  await user.paste(address);
  await user.selectOptions(relationship(), kind);
  await user.click(button('Add'));
}

test.each([
  [true, false, 1],
  [false, false, 0],
  [false, true, 0],
])(
  'verified %s, label staff %s: buttons to invite: %i',
  { tags: ['A-NETWORK-11', 'A-ROLE-03', 'A-ROLE-12', 'C-ROLE-05'] },
  (verified, label_staff, count) => {
    signInAs({ verified, label_staff });
    shown();
    expect(screen.queryAllByRole('button', { name: 'Invite' })).toHaveLength(count);
  },
);

test('the terms come first and must be accepted', {
  tags: ['A-NETWORK-12', 'A-NETWORK-13', 'A-NETWORK-20'],
}, async () => {
  const user = shown();
  await user.click(button('Invite'));
  await screen.findByRole('dialog', { name: 'Invite your connections' });
  await user.click(button('Continue'));
  expect(screen.getByRole('alert').textContent).toBe(
    'This service is exclusively for music-industry professionals. Please accept the terms.',
  );
  const terms = screen.getByRole('checkbox');
  expect(document.activeElement).toBe(terms);
  await user.click(terms);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Continue'));
  expect(await screen.findByRole('dialog', { name: 'Who do you want to invite?' })).toBeTruthy();
});

test('each invitee has an address and one of three relationships', {
  tags: ['A-NETWORK-14', 'A-ENUM-01', 'A-ENUM-02', 'A-ENUM-03'],
}, async () => {
  const user = await atList();
  expect([...relationship().options].slice(1).map(({ text, value }) => [text, value])).toEqual([
    ['Co-Worker', 'coworker'],
    ['Industry Contact', 'industry-contact'],
    ['Other', 'other'],
  ]);
  await addPerson(user, 'mara@demo.test', 'Other');
  expect(screen.getByRole('listitem').textContent).toContain('mara@demo.testOther');
  expect([email().value, relationship().value, document.activeElement]).toEqual(['', '', email()]);
});

test('validation starts with the first attempt, then runs on each change', {
  tags: ['A-NETWORK-16', 'A-NETWORK-17', 'A-NETWORK-22'],
}, async () => {
  const user = await atList();
  await user.type(email(), 'mara');
  expect(screen.queryByText(EMAIL_WRONG)).toBeNull();
  await user.click(button('Add'));
  expect(screen.getByText(EMAIL_WRONG)).toBeTruthy();
  expect(screen.getByText('Please select a valid relationship with the invitee')).toBeTruthy();
  expect(document.activeElement).toBe(email());
  await user.type(email(), '@demo.test');
  expect(screen.queryByText(EMAIL_WRONG)).toBeNull();
  await user.selectOptions(relationship(), 'Other');
  expect(screen.queryByText('Please select a valid relationship with the invitee')).toBeNull();
});

test('a duplicate address is refused in any spelling', {
  tags: ['A-NETWORK-18', 'A-NETWORK-20'],
}, async () => {
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await addPerson(user, 'MARA@demo.test');
  expect(screen.getByText('This email has already been added')).toBeTruthy();
  expect(invitees()).toEqual(['mara@demo.test']);
});

test('an empty list is not sent', { tags: ['A-NETWORK-19', 'A-NETWORK-20'] }, async () => {
  const user = await atList();
  await user.click(button('Send'));
  expect(screen.getByRole('alert').textContent).toBe('Please add at least one contact');
  expect(server.calls).toEqual([]);
  await addPerson(user, 'mara@demo.test');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a list of five is full', { tags: ['A-NETWORK-21', 'A-CONST-06'] }, async () => {
  const user = await atList();
  for (const name of ['a', 'b', 'c', 'd']) await addPerson(user, `${name}@demo.test`);
  expect([button('Add').disabled, email().readOnly]).toEqual([false, false]);
  await addPerson(user, 'e@demo.test');
  expect([button('Add').disabled, email().readOnly]).toEqual([true, true]);
  expect(screen.getByText('5 of 5')).toBeTruthy();
});

test('a removed entry disappears after its animation', { tags: ['A-NETWORK-23', 'A-CONST-06'] }, async () => {
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  fireEvent.click(button('Remove mara@demo.test'));
  const list = screen.getByRole('list');
  expect(list.style.getPropertyValue('--leave')).toBe('300ms');
  expect(invitees()).toEqual(['mara@demo.test']);
  await waitFor(() => expect(invitees()).toEqual([]));
});

test('sending confirms in the dialog and sends addresses in lower case', {
  tags: ['A-NETWORK-26', 'A-NETWORK-27', 'A-NETWORK-46'],
}, async () => {
  server.answer(invite, { data: { invitations: sentInvitations, skipped: [] } });
  const user = await atList();
  await addPerson(user, 'Mara@Demo.test', 'Industry Contact');
  // Typed but not added.
  await user.type(email(), 'jonas@demo.test');
  await user.selectOptions(relationship(), 'Other');
  await user.click(button('Send'));
  expect(await screen.findByRole('dialog', { name: 'Your invitations have been sent' })).toBeTruthy();
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    [
      '/api/accounts/player/invitations',
      {
        invitations: [
          { invitee_email: 'mara@demo.test', relationship: 'industry-contact' },
          { invitee_email: 'jonas@demo.test', relationship: 'other' },
        ],
      },
    ],
  ]);
  await user.click(button('OK'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an invalid typed address stops the sending', { tags: ['A-NETWORK-16'] }, async () => {
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await user.type(email(), 'jonas');
  await user.click(button('Send'));
  expect(screen.getByText(EMAIL_WRONG)).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test('a failure shows an error, keeps the list and offers a retry', {
  tags: ['A-NETWORK-28', 'A-ERR-16'],
}, async () => {
  server.refuse(invite, 'UNEXPECTED');
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await user.click(button('Send'));
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  expect([invitees(), screen.queryByRole('button', { name: 'Send' })]).toEqual([['mara@demo.test'], null]);
  server.answer(invite, { data: { invitations: sentInvitations, skipped: [] } });
  await user.click(button('Retry'));
  expect(await screen.findByRole('dialog', { name: 'Your invitations have been sent' })).toBeTruthy();
});

test('too many invitations have their own sentence', { tags: ['A-NETWORK-28'] }, async () => {
  server.refuse(invite, 'TOO_MANY_REQUESTS');
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await user.click(button('Send'));
  expect((await screen.findByRole('alert')).textContent).toBe(`${FAILED}Too many requests. Please try again later.`);
});

test('addresses that were not invited are listed with the reason', {
  tags: ['A-NETWORK-27', 'A-NETWORK-29'],
}, async () => {
  const skipped = [
    { invitee_email: 'rosa@demo.test', reason: 'own' as const },
    { invitee_email: 'ola@demo.test', reason: 'connected' as const },
  ];
  server.answer(invite, { data: { invitations: sentInvitations.slice(1), skipped } });
  const user = await atList();
  for (const name of ['rosa', 'ola', 'jonas']) await addPerson(user, `${name}@demo.test`);
  await user.click(button('Send'));
  await screen.findByRole('dialog', { name: 'Your invitations have been sent' });
  expect(screen.getByText('You will be connected when it is accepted.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rosa@demo.testThis is your own address.',
    'ola@demo.testYou are already connected.',
  ]);
});

test('nothing is called sent when no address was invited', { tags: ['A-NETWORK-29'] }, async () => {
  const skipped = [{ invitee_email: 'ola@demo.test', reason: 'connected' as const }];
  server.answer(invite, { data: { invitations: [], skipped } });
  const user = await atList();
  await addPerson(user, 'ola@demo.test');
  await user.click(button('Send'));
  const dialog = await screen.findByRole('dialog', { name: 'No invitations were sent' });
  expect(dialog.textContent).toContain('ola@demo.testYou are already connected.');
});

test('removing the last entry removes the banner', { tags: ['A-NETWORK-24'] }, async () => {
  server.refuse(invite, 'UNEXPECTED');
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await user.click(button('Send'));
  await screen.findByRole('alert');
  await user.click(button('Remove mara@demo.test'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(button('Send')).toBeTruthy();
});

test('an empty list closes at once', { tags: ['A-NETWORK-25'] }, async () => {
  const user = await atList();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing a list with entries asks first: Continue keeps it, Close discards it', {
  tags: ['A-NETWORK-25', 'A-NETWORK-46'],
}, async () => {
  const user = await atList();
  await addPerson(user, 'mara@demo.test');
  await user.click(button('Cancel'));
  await screen.findByRole('alertdialog', { name: 'Discard your invitations?' });
  await user.click(button('Continue'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(invitees()).toEqual(['mara@demo.test']);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await screen.findByRole('alertdialog');
  await user.click(button('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Invite'));
  expect(await screen.findByRole('dialog', { name: 'Invite your connections' })).toBeTruthy();
});
