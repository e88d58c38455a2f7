import { releases } from '@promenade/contract/catalogue';
import { beforeEach, expect, test, vi } from 'vitest';
import { parseGalleryParams, toReleaseQuery } from '../gallery/galleryParams.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease } from '../testing/releases.ts';
import { createAccessToken, NOON } from '../testing/tokens.ts';
import { startFirstCall, takeFirstResponse } from './firstCall.ts';
import { setStateOwner, writeSlice } from './persistedState.ts';
import { buildHeaders, buildUrl } from './request.ts';

const token = createAccessToken(600, {}, NOON);
const defaultOrder = { sort: '-date', days: null };
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  localStorage.setItem('accessToken', token);
  document.head.innerHTML = '<template id="signed-in"><link rel="modulepreload" href="/assets/gallery.js"></template>';
});

const start = (search = '', pathname = '/releases') => startFirstCall({ pathname, search }, NOON);

/** What the gallery asks for at this address. */
const getUrl = (search: string, order: { sort: string; days: number | null } = defaultOrder): string =>
  buildUrl(releases, { query: { ...toReleaseQuery(parseGalleryParams(new URLSearchParams(search), order)), page: 1 } });

const countLinks = () => document.head.querySelectorAll('link').length;

test.each([
  '',
  '?sort=-popular&days=7',
  '?sort=artist',
  '?genres=House,Techno&moods=Calm&explicit=true&sort=-date',
  '?tohear=true',
])('the first call of %s is that of the gallery, and answers it once', (search) => {
  start(search);
  const url = getUrl(search);
  expect(server.calls.map(({ path }) => path)).toEqual([url]);
  expect(takeFirstResponse(url, buildHeaders({}, token))).toBeInstanceOf(Promise);
  expect(takeFirstResponse(url, buildHeaders({}, token))).toBeUndefined();
  expect(countLinks()).toBe(1);
});

test('it has the order chosen last, unless the address has another one', () => {
  setStateOwner('player-1');
  const order = { sort: '-popular', days: 7 };
  writeSlice('setting', order);
  start();
  start('?sort=title');
  expect(server.calls.map(({ path }) => path)).toEqual([getUrl('', order), getUrl('?sort=title', order)]);
});

test('it answers no other session', () => {
  start();
  const other = createAccessToken(600, { playerid: 'player-2' }, NOON);
  expect(takeFirstResponse(getUrl(''), buildHeaders({}, other))).toBeUndefined();
  expect(takeFirstResponse(getUrl(''), buildHeaders({}, null))).toBeUndefined();
});

test.each([
  ['grid', ['/api/cover/r1-500.webp', '/api/cover/r2-500.webp']],
  ['list', []],
])('in the view %s the covers %j are fetched with the answer, which stays unread', async (view, covers) => {
  setStateOwner('player-1');
  writeSlice('setting', { view });
  const fetched: string[] = [];
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((address) => void fetched.push(address));
  const items = ['r1', 'r2', 'r3'].map((id) => createRelease(id, { thumbnail: `/api/cover/${id}-500.webp` }));
  server.answer(releases, { items, total: 3, page: 1, pagesize: 40 });
  start();
  const response = await takeFirstResponse(getUrl(''), buildHeaders({}, token));
  await vi.waitFor(() => expect(fetched).toEqual(covers));
  expect(await response?.json()).toMatchObject({ total: 3 });
});

test.each([
  ['on another page', token, '/flagged'],
  ['when the session has to be renewed', createAccessToken(10, {}, NOON), '/releases'],
])('it is not sent %s, where the scripts are still wanted', (_when, accessToken, pathname) => {
  localStorage.setItem('accessToken', accessToken);
  start('', pathname);
  expect([server.calls, countLinks()]).toEqual([[], 1]);
});

test('a browser without a session sends no call and fetches nothing of the gallery', () => {
  localStorage.clear();
  start();
  expect([server.calls, countLinks()]).toEqual([[], 0]);
});
