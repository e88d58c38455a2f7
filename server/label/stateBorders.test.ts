import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as label from '@promenade/contract/label';
import * as history from '@promenade/contract/releaseHistory';
import { expect, test } from 'vitest';
import { setEnd } from '../catalogue/withdrawQueries.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';
import type { TestRelease } from '../testing/releases.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await createOperatorCommand(server.pool.options);
const packages = ['Borders'];
const harbour = { label: { name: 'Harbour', contact: null }, packages };
const editor = await server.signedIn({ everyone: false });
const listeners = [await server.signedIn({ packages }), await server.signedIn({ packages })];
await server.joinLabel(editor, await server.release(harbour), 'editor');

const DAY = 24 * 3600_000;
const start = server.now().getTime();
const inDays = (days: number) => new Date(start + days * DAY);

const read = async ({ releaseid }: TestRelease) =>
  (await editor.call(label.staffRelease, { params: { releaseid } })).body;
const stateOf = async (release: TestRelease) => (await read(release)).release.state;
const statusOf = async ({ releaseid }: TestRelease) =>
  (await listeners[0]?.call(releaseRoute, { params: { releaseid } }))?.status;

/** Changes a release by a merge patch over its current version. */
async function edit(release: TestRelease, body: object, query = '') {
  const { version } = await read(release);
  const response = await fetch(`${server.url}/api/label/releases/${release.releaseid}${query}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error: object } };
}

const unconfirmed = (from: string, to: string) => ({
  code: 'STATE_UNCONFIRMED',
  fields: { from, to, people: String(listeners.length) },
});

/** Scheduled by an editor after a delivery; `delivered` is the date that it named. */
async function scheduled(delivered?: Date) {
  const facts = delivered ? {} : { keepsDate: true as const };
  const release = await server.release({
    ...harbour,
    isDraft: true,
    audio: true,
    facts,
    ...(delivered && { available: delivered }),
  });
  const body = { available: inDays(10).toISOString(), mail: null, confirmed: true };
  await editor.call(label.publishDraft, { params: { releaseid: release.releaseid }, body });
  expect(await stateOf(release)).toBe('scheduled');
  return release;
}

/** Sets back the edit of a field in the history. */
async function setBack({ releaseid }: TestRelease, field: string, confirmed?: '1') {
  const { items } = (await editor.call(history.releaseHistory, { params: { releaseid }, query: {} })).body;
  const line = items.find(({ action, after }) => action === 'release.edit' && after && field in after);
  const params = { releaseid, changeid: line?.changeid ?? '' };
  return editor.call(history.undoChange, { params, query: confirmed ? { confirmed } : {} });
}

test('setting back the scheduling publishes nothing unasked', async () => {
  const release = await scheduled(inDays(-3));
  expect(await setBack(release, 'available')).toMatchObject({
    status: 409,
    refusal: unconfirmed('scheduled', 'available'),
  });
  expect([await stateOf(release), await statusOf(release)]).toEqual(['scheduled', 403]);
  expect((await setBack(release, 'available', '1')).status).toBe(200);
  expect([await stateOf(release), await statusOf(release)]).toEqual(['available', 200]);
});

test('a date that no delivery said is not one to go back to', async () => {
  const release = await scheduled();
  const { delivered, document } = await read(release);
  expect([delivered.available, document.available]).toEqual([undefined, inDays(10).toISOString()]);
  for (const refused of [await setBack(release, 'available', '1'), await edit(release, { available: null })])
    expect(refused).toMatchObject({ status: 400 });
  const { body } = await edit(release, { available: null }, '?confirmed=1');
  expect(body.error).toMatchObject({
    code: 'VALIDATION',
    fields: { available: 'A release needs its date: choose another one, or withdraw the release.' },
  });
  expect([await stateOf(release), await statusOf(release)]).toEqual(['scheduled', 403]);
});

test('a date that brings a release out or takes it away asks once, with the number of people', async () => {
  const release = await scheduled(inDays(-3));
  const now = { available: inDays(-1).toISOString() };
  expect(await edit(release, now)).toMatchObject({
    status: 409,
    body: { error: unconfirmed('scheduled', 'available') },
  });
  expect(await statusOf(release)).toBe(403);
  expect((await edit(release, now, '?confirmed=1')).status).toBe(200);
  expect(await statusOf(release)).toBe(200);
  const later = { available: inDays(2).toISOString() };
  expect(await edit(release, later)).toMatchObject({
    status: 409,
    body: { error: unconfirmed('available', 'scheduled') },
  });
  expect([await stateOf(release), await statusOf(release)]).toEqual(['available', 200]);
  expect((await edit(release, later, '?confirmed=1')).status).toBe(200);
  expect(await statusOf(release)).toBe(403);
  // No border: nobody is asked.
  expect((await edit(release, { available: inDays(4).toISOString(), title: 'Later' })).status).toBe(200);
});

test('an end in the past is refused, and an end that is over comes back only when confirmed', async () => {
  const release = await server.release(harbour);
  const past = { ends: inDays(-1).toISOString() };
  expect((await edit(release, past, '?confirmed=1')).body.error).toMatchObject({
    fields: { ends: 'This end is in the past: choose a later one, or withdraw the release.' },
  });
  expect(await statusOf(release)).toBe(200);
  const early = { available: inDays(5).toISOString(), ends: inDays(4).toISOString() };
  expect((await edit(release, early)).body.error).toMatchObject({
    fields: { ends: 'It would end before it is available.' },
  });
  await setEnd(server.db, release.id, server.now(), server.now());
  expect((await edit(release, { ends: null })).body.error).toMatchObject(unconfirmed('ended', 'available'));
  expect(await statusOf(release)).toBe(410);
  expect((await edit(release, { ends: null }, '?confirmed=1')).status).toBe(200);
  expect(await statusOf(release)).toBe(200);
});

test('withdrawing and restoring ask, by call and by command', async () => {
  const release = await server.release({ ...harbour, title: 'Asked' });
  const params = { releaseid: release.releaseid };
  expect(await editor.call(label.withdrawStaffRelease, { params })).toMatchObject({
    refusal: unconfirmed('available', 'withdrawn'),
  });
  expect(await operator('withdraw', release.releaseid)).toMatchObject({
    code: 1,
    stderr: '"Asked" is available and would be withdrawn from 2 people: nothing was changed. Confirm it with --yes.\n',
  });
  expect(await statusOf(release)).toBe(200);
  expect((await operator('withdraw', release.releaseid, '--yes')).code).toBe(0);
  expect(await editor.call(label.restoreStaffRelease, { params })).toMatchObject({
    refusal: unconfirmed('withdrawn', 'available'),
  });
  expect((await operator('restore', release.releaseid)).code).toBe(1);
  expect(await statusOf(release)).toBe(410);
});

test('an edit by command asks, too', async () => {
  const release = await scheduled(inDays(-3));
  const args = ['edit', release.releaseid, '--set', `available=${inDays(-1).toISOString()}`];
  expect(await operator(...args)).toMatchObject({ code: 1, stdout: '' });
  expect(await stateOf(release)).toBe('scheduled');
  expect((await operator(...args, '--yes')).code).toBe(0);
  expect(await stateOf(release)).toBe('available');
});

test('a delivery does not move a release until it is confirmed, and takes everything else', async () => {
  const identity = 'id:borders';
  const deliver = (title: string, available: Date, confirmed: boolean) =>
    server.release({ ...harbour, identity, title, available, confirmed });
  const release = await deliver('First', inDays(5), false);
  await deliver('Second', inDays(-1), false);
  expect(await read(release)).toMatchObject({
    release: { title: 'Second', state: 'scheduled' },
    delivered: { available: inDays(-1).toISOString() },
    document: { available: inDays(5).toISOString() },
  });
  // Another one that would move it is held, too, and does not confirm the first.
  await deliver('Third', inDays(-2), false);
  const { delivered, release: now } = await read(release);
  expect(now.state).toBe('scheduled');
  expect((await edit(release, { available: delivered.available })).body.error).toMatchObject(
    unconfirmed('scheduled', 'available'),
  );
  await deliver('Fourth', inDays(-2), true);
  expect(await read(release)).toMatchObject({ release: { state: 'available' }, edited: {} });
  await deliver('Fifth', inDays(3), false);
  expect([await stateOf(release), await statusOf(release)]).toEqual(['available', 200]);
  // What a person decides about the date stays.
  await edit(release, { available: inDays(6).toISOString() }, '?confirmed=1');
  await deliver('Sixth', inDays(-2), true);
  expect(await stateOf(release)).toBe('scheduled');
});
