import { expect, test } from 'vitest';
import { accessToken, NOON, token } from '../testing/tokens.ts';
import { decodeAccess, decodeLink, isExpired, isLoggedIn, shouldRefresh } from './tokens.ts';

const leaving = (seconds: number) => ({ exp: NOON / 1000 + seconds });

test('a token counts as expired with under 15 seconds left, not with 15', {
  tags: ['A-SESSION-02', 'A-CONST-03'],
}, () => {
  expect(isExpired(leaving(15), NOON)).toBe(false);
  expect(isExpired(leaving(14.999), NOON)).toBe(true);
  expect(isExpired(leaving(-60), NOON)).toBe(true);
});

test('a token is refreshed with under 5 minutes left, not with 5', { tags: ['A-SESSION-03', 'A-CONST-03'] }, () => {
  expect(shouldRefresh(leaving(300), NOON)).toBe(false);
  expect(shouldRefresh(leaving(299.999), NOON)).toBe(true);
});

test('logged in means that an access token exists and is not expired', { tags: ['A-SESSION-01'] }, () => {
  expect(isLoggedIn(accessToken(60, {}, NOON), NOON)).toBe(true);
  expect(isLoggedIn(accessToken(10, {}, NOON), NOON)).toBe(false);
  expect(isLoggedIn(null, NOON)).toBe(false);
});

test('the access token tells who is signed in', { tags: ['A-SESSION-18'] }, () => {
  expect(decodeAccess(accessToken(60, { fullname: 'Zoë Łukasz 东京' }, NOON))).toEqual({
    playerid: 'player-1',
    email: 'rosa@demo.test',
    fullname: 'Zoë Łukasz 东京',
    username: 'rosa@demo.test',
    exp: NOON / 1000 + 60,
    verified: true,
    label_staff: false,
  });
});

test.each([
  ['nothing', ''],
  ['words', 'no token at all'],
  ['a body that is no JSON', 'a.b.c'],
  ['a list', token([1, 2])],
  ['only a part of the claims', token({ playerid: 'player-1', exp: NOON })],
  ['a claim of another type', token({ ...JSON.parse('{}'), exp: 'soon' })],
])('%s decodes to nothing and is not logged in', { tags: ['A-SESSION-19'] }, (_what, text) => {
  expect(decodeAccess(text)).toBeUndefined();
  expect(isLoggedIn(text, NOON)).toBe(false);
});

test('a mailed link tells its address and whether it welcomes', { tags: ['A-SESSION-21'] }, () => {
  const claims = { kind: 'welcome', email: 'new@demo.test', welcome_email: true, exp: 1 };
  expect(decodeLink(token(claims))).toEqual(claims);
  expect(decodeLink(token({ email: 'new@demo.test' }))).toBeUndefined();
  expect(decodeLink(undefined)).toBeUndefined();
});
