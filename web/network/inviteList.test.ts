import { expect, test } from 'vitest';
import {
  addInvitee,
  emptyInviteList,
  getInvitees,
  type InviteList,
  isFull,
  removeInvitee,
  startRemoval,
  validateInvitee,
} from './inviteList.ts';

const typed = (list: InviteList, invitee_email: string, relationship: InviteList['relationship'] = 'coworker') =>
  addInvitee({ ...list, invitee_email, relationship });
const listOf = (...emails: string[]) => emails.reduce((list, email) => typed(list, email), emptyInviteList);
const emails = ({ entries }: InviteList) => entries.map(({ invitee_email }) => invitee_email);

test.each(['', 'mara', 'mara@demo', 'ma ra@demo.test', 'mara@@demo.test', '@demo.test'])(
  '"%s" is not a valid address',
  { tags: ['A-NETWORK-15', 'A-NETWORK-16'] },
  (email) => {
    const list = typed(emptyInviteList, email);
    expect(validateInvitee(list)).toEqual({ invitee_email: 'invite.email-error-message' });
    expect(list.entries).toEqual([]);
  },
);

test('an address without a relationship is refused', { tags: ['A-NETWORK-17'] }, () => {
  const list = typed(emptyInviteList, 'mara@demo.test', '');
  expect(validateInvitee(list)).toEqual({ relationship: 'invite.dropdown-error-message' });
  expect(list).toMatchObject({ entries: [], invitee_email: 'mara@demo.test', hasTried: true });
});

test('addresses are stored in lower case and only once in any spelling', {
  tags: ['A-NETWORK-18', 'A-NETWORK-26'],
}, () => {
  const list = typed(listOf('Mara@Demo.test'), 'MARA@demo.TEST');
  expect(validateInvitee(list)).toEqual({ invitee_email: 'invite.duplicate-email-error-message' });
  expect(getInvitees(list)).toEqual([{ invitee_email: 'mara@demo.test', relationship: 'coworker' }]);
});

test('the fields are cleared after an addition and not validated before the next attempt', {
  tags: ['A-NETWORK-22'],
}, () => {
  const wrong = typed(emptyInviteList, 'mara');
  expect(wrong.hasTried).toBe(true);
  expect(addInvitee({ ...wrong, invitee_email: 'mara@demo.test' })).toMatchObject({
    invitee_email: '',
    relationship: '',
    hasTried: false,
  });
});

test('a sixth invitee is refused', { tags: ['A-NETWORK-21', 'A-CONST-06'] }, () => {
  const five = listOf('a@demo.test', 'b@demo.test', 'c@demo.test', 'd@demo.test', 'e@demo.test');
  expect(isFull(five)).toBe(true);
  expect(emails(typed(five, 'f@demo.test'))).toEqual(emails(five));
  expect(isFull(removeInvitee(five, 'a@demo.test'))).toBe(false);
});

test('an invitee being removed is still listed but not invited', { tags: ['A-NETWORK-23'] }, () => {
  const list = startRemoval(listOf('a@demo.test', 'b@demo.test'), 'a@demo.test');
  expect(emails(list)).toEqual(['a@demo.test', 'b@demo.test']);
  expect(getInvitees(list)).toEqual([{ invitee_email: 'b@demo.test', relationship: 'coworker' }]);
  expect(emails(removeInvitee(list, 'a@demo.test'))).toEqual(['b@demo.test']);
});

test('only the last removal clears the error', { tags: ['A-NETWORK-24'] }, () => {
  const list: InviteList = { ...listOf('a@demo.test', 'b@demo.test'), error: 'failed' };
  const one = removeInvitee(list, 'a@demo.test');
  expect(one.error).toBe('failed');
  expect(removeInvitee(one, 'b@demo.test').error).toBeUndefined();
});

test('adding an invitee clears the error about an empty list', { tags: ['A-NETWORK-19'] }, () => {
  expect(typed({ ...emptyInviteList, error: 'no-input' }, 'a@demo.test').error).toBeUndefined();
  expect(typed({ ...emptyInviteList, error: 'failed' }, 'a@demo.test').error).toBe('failed');
});
