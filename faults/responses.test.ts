import { audioStream } from '@promenade/contract/media';
import { countries } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { findProblem } from './responses.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const answer = (status: number, body: unknown, type = JSON_TYPE) => ({
  status,
  type,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const refusal = { code: 'NOT_FOUND', message: 'Not found.' };
const find = (given: ReturnType<typeof answer>, routes = [countries]) => findProblem({ method: 'GET', routes }, given);

test('an answer of the contract is no problem', () => {
  expect(find(answer(404, { error: refusal }))).toBeUndefined();
  expect(findProblem({ method: 'GET', routes: [audioStream] }, answer(206, 'sound', 'audio/mpeg'))).toBeUndefined();
});

test.each([
  ['a stack', { error: { ...refusal, stack: 'Error: at server/app.ts:1' } }],
  ['a field beside the error', { error: refusal, detail: 'relation "accounts"' }],
  ['another message', { error: { ...refusal, message: 'column x does not exist' } }],
  ['an unknown code', { error: { ...refusal, code: 'OOPS' } }],
])('an error with %s is a problem', (_name, body) => {
  expect(find(answer(404, body))).toBeDefined();
});

test('another status, a field too few and a field too many are problems', () => {
  const state = { code: 'CA', name: 'California' };
  const listing = (extra: object) =>
    answer(200, { data: { countries: ['US'], states: { US: [{ ...state, ...extra }] } } });
  expect(find(listing({}))).toBeUndefined();
  expect(find(listing({ id: 1 }))).toBeDefined();
  expect(find(listing({ name: undefined }))).toBeDefined();
  expect(find({ ...listing({}), status: 201 })).toBeDefined();
  expect(find(answer(500, { error: { code: 'UNEXPECTED', message: 'x' } }))).toBeDefined();
  expect(find(answer(403, { error: refusal }))).toBeDefined();
});
