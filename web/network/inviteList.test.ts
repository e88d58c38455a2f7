import { expect, test } from 'vitest';
import { add, drop, emptyList, type InviteList, invitations, isFull, leave, problemsOf } from './inviteList.ts';

const typed = (list: InviteList, invitee_email: string, relationship: InviteList['relationship'] = 'coworker') =>
  add({ ...list, invitee_email, relationship });
const listOf = (...emails: string[]) => emails.reduce((list, email) => typed(list, email), emptyList);
const emails = ({ entries }: InviteList) => entries.map(({ invitee_email }) => invitee_email);

test.each(['', 'mara', 'mara@demo', 'ma ra@demo.test', 'mara@@demo.test', '@demo.test'])(
  '"%s" is no address to invite',
  { tags: ['A-NETWORK-15', 'A-NETWORK-16'] },
  (email) => {
    const list = typed(emptyList, email);
    expect(problemsOf(list)).toEqual({ invitee_email: 'invite.email-error-message' });
    expect(list.entries).toEqual([]);
  },
);

test('an address without a relationship is not taken', { tags: ['A-NETWORK-17'] }, () => {
  const list = typed(emptyList, 'mara@demo.test', '');
  expect(problemsOf(list)).toEqual({ relationship: 'invite.dropdown-error-message' });
  expect(list).toMatchObject({ entries: [], invitee_email: 'mara@demo.test', hasTried: true });
});

test('addresses are kept in small letters, and each once however it is spelled', {
  tags: ['A-NETWORK-18', 'A-NETWORK-26'],
}, () => {
  const list = typed(listOf('Mara@Demo.test'), 'MARA@demo.TEST');
  expect(problemsOf(list)).toEqual({ invitee_email: 'invite.duplicate-email-error-message' });
  expect(invitations(list)).toEqual([{ invitee_email: 'mara@demo.test', relationship: 'coworker' }]);
});

test('what was added leaves room for the next, which is not judged before it is tried', {
  tags: ['A-NETWORK-22'],
}, () => {
  const wrong = typed(emptyList, 'mara');
  expect(wrong.hasTried).toBe(true);
  expect(add({ ...wrong, invitee_email: 'mara@demo.test' })).toMatchObject({
    invitee_email: '',
    relationship: '',
    hasTried: false,
  });
});

test('a sixth is not taken', { tags: ['A-NETWORK-21', 'A-CONST-06'] }, () => {
  const five = listOf('a@demo.test', 'b@demo.test', 'c@demo.test', 'd@demo.test', 'e@demo.test');
  expect(isFull(five)).toBe(true);
  expect(emails(typed(five, 'f@demo.test'))).toEqual(emails(five));
  expect(isFull(drop(five, 'a@demo.test'))).toBe(false);
});

test('whoever is on the way out is still shown but not invited', { tags: ['A-NETWORK-23'] }, () => {
  const list = leave(listOf('a@demo.test', 'b@demo.test'), 'a@demo.test');
  expect(emails(list)).toEqual(['a@demo.test', 'b@demo.test']);
  expect(invitations(list)).toEqual([{ invitee_email: 'b@demo.test', relationship: 'coworker' }]);
  expect(emails(drop(list, 'a@demo.test'))).toEqual(['b@demo.test']);
});

test('the last removal clears the banner, an earlier one does not', { tags: ['A-NETWORK-24'] }, () => {
  const list: InviteList = { ...listOf('a@demo.test', 'b@demo.test'), error: 'failed' };
  const one = drop(list, 'a@demo.test');
  expect(one.error).toBe('failed');
  expect(drop(one, 'b@demo.test').error).toBeUndefined();
});

test('adding somebody answers the banner that asked for it', { tags: ['A-NETWORK-19'] }, () => {
  expect(typed({ ...emptyList, error: 'no-input' }, 'a@demo.test').error).toBeUndefined();
  expect(typed({ ...emptyList, error: 'failed' }, 'a@demo.test').error).toBe('failed');
});
