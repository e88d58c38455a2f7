import { expect, test } from 'vitest';
import { createAccessToken, createToken, NOON } from '../testing/tokens.ts';
import { isExpired } from './tokenPayload.ts';
import { isLoggedIn, parseAccessToken, parseLinkToken, shouldRefresh } from './tokens.ts';

const createClaims = (seconds: number) => ({ exp: NOON / 1000 + seconds });

test('a token counts as expired with under 15 seconds left, not with 15', {
  tags: ['A-SESSION-02', 'A-CONST-03'],
}, () => {
  expect(isExpired(createClaims(15), NOON)).toBe(false);
  expect(isExpired(createClaims(14.999), NOON)).toBe(true);
  expect(isExpired(createClaims(-60), NOON)).toBe(true);
});

test('a token is refreshed with under 5 minutes left, not with 5', { tags: ['A-SESSION-03', 'A-CONST-03'] }, () => {
  expect(shouldRefresh(createClaims(300), NOON)).toBe(false);
  expect(shouldRefresh(createClaims(299.999), NOON)).toBe(true);
});

test('a person is logged in with an access token that is not expired', { tags: ['A-SESSION-01'] }, () => {
  expect(isLoggedIn(createAccessToken(60, {}, NOON), NOON)).toBe(true);
  expect(isLoggedIn(createAccessToken(10, {}, NOON), NOON)).toBe(false);
  expect(isLoggedIn(null, NOON)).toBe(false);
});

test('the claims of an access token are decoded', { tags: ['A-SESSION-18'] }, () => {
  expect(parseAccessToken(createAccessToken(60, { fullname: 'Zoë Łukasz 东京' }, NOON))).toEqual({
    playerid: 'player-1',
    email: 'rosa@demo.test',
    fullname: 'Zoë Łukasz 东京',
    username: 'rosa@demo.test',
    exp: NOON / 1000 + 60,
    verified: true,
    label_staff: false,
    told: true,
  });
});

test.each([
  ['an empty string', ''],
  ['plain text', 'no token at all'],
  ['a payload that is no JSON', 'a.b.c'],
  ['an array', createToken([1, 2])],
  ['missing claims', createToken({ playerid: 'player-1', exp: NOON })],
  ['a claim of the wrong type', createToken({ ...JSON.parse('{}'), exp: 'soon' })],
])('%s is not decoded and not logged in', { tags: ['A-SESSION-19'] }, (_what, text) => {
  expect(parseAccessToken(text)).toBeUndefined();
  expect(isLoggedIn(text, NOON)).toBe(false);
});

test('the claims of a mailed link are decoded', { tags: ['A-SESSION-21'] }, () => {
  const claims = { kind: 'welcome', email: 'new@demo.test', welcome_email: true, exp: 1 };
  expect(parseLinkToken(createToken(claims))).toEqual(claims);
  expect(parseLinkToken(createToken({ email: 'new@demo.test' }))).toBeUndefined();
  expect(parseLinkToken(undefined)).toBeUndefined();
});
