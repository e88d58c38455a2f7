import { randomUUID } from 'node:crypto';
import * as calendar from '@promenade/contract/calendar/calendar';
import * as label from '@promenade/contract/label';
import { expect, test } from 'vitest';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { formatCalendar } from './feed.ts';

const server = await startTestServer();

async function owner(options: object = {}) {
  const labelOptions = { label: { name: randomUUID(), contact: null } };
  const release = await server.release({ ...labelOptions, title: 'Night Ferry', artist: 'Mara', ...options });
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  const { url } = (await editor.call(calendar.makeCalendarFeed)).body;
  const feed = `${server.url}/api/label/calendar/${url.split('/').at(-1)}`;
  return { editor, release, feed, labelOptions };
}

/** The events of a feed, by UID without the host. */
async function events(feed: string): Promise<Record<string, Record<string, string>>> {
  const text = await (await fetch(feed)).text();
  const unfolded = text.replaceAll('\r\n ', '');
  return Object.fromEntries(
    unfolded
      .split('BEGIN:VEVENT\r\n')
      .slice(1)
      .map((event) => {
        const facts = Object.fromEntries(
          event.split('\r\n').map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]),
        );
        return [(facts['UID'] ?? '').split('@')[0] ?? '', facts];
      }),
  );
}

async function change(editor: SignedIn, { releaseid }: TestRelease, body: object) {
  const { version } = (await editor.call(label.staffRelease, { params: { releaseid } })).body;
  const answer = await editor.call(
    label.changeRelease,
    { params: { releaseid }, query: { confirmed: '1' }, body },
    { 'if-match': `"${version}"` },
  );
  expect(answer.status).toBe(200);
}

test('a move raises SEQUENCE and LAST-MODIFIED, what is gone stays as CANCELLED, and an unchanged feed is not sent again', async () => {
  const { editor, release, feed } = await owner();
  await change(editor, release, { impactdate: '2027-01-10' });
  const id = `${release.releaseid}-impact`;
  const first = (await events(feed))[id];
  expect(first).toMatchObject({
    'DTSTART;VALUE=DATE': '20270110',
    'DTEND;VALUE=DATE': '20270111',
    SUMMARY: 'Impact: Mara – Night Ferry',
    STATUS: 'CONFIRMED',
    SEQUENCE: '0',
  });
  const response = await fetch(feed);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  server.advanceClock(60_000);
  const etag = response.headers.get('etag') ?? '';
  expect((await fetch(feed, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await change(editor, release, { impactdate: '2027-01-12' });
  const moved = (await events(feed))[id];
  expect(moved).toMatchObject({ 'DTSTART;VALUE=DATE': '20270112', SEQUENCE: '1' });
  const changedAt = (event: Record<string, string> | undefined) =>
    Number((event?.['LAST-MODIFIED'] ?? '').replaceAll(/\D/g, ''));
  expect(changedAt(moved)).toBeGreaterThan(changedAt(first));
  expect((await fetch(feed, { headers: { 'if-none-match': etag } })).status).toBe(200);
  await change(editor, release, { impactdate: null });
  expect((await events(feed))[id]).toMatchObject({ STATUS: 'CANCELLED', SEQUENCE: '2' });
  await change(editor, release, { impactdate: '2027-01-12' });
  expect((await events(feed))[id]).toMatchObject({ STATUS: 'CONFIRMED', SEQUENCE: '3' });
  await editor.call(label.withdrawStaffRelease, { params: release, query: { confirmed: '1' } });
  const all = await events(feed);
  expect(Object.values(all).map(({ STATUS }) => STATUS)).toEqual(['CANCELLED', 'CANCELLED']);
  server.advanceClock(91 * 24 * 3600_000);
  expect(Object.keys(await events(feed))).toEqual(['nothing-planned']);
});

test('a draft has a day when it has a date, and stays as cancelled when it is deleted', async () => {
  const { editor, feed, labelOptions } = await owner();
  const draft = await server.release({ ...labelOptions, title: 'Later', isDraft: true });
  const id = `${draft.releaseid}-available`;
  const query = { from: '2028-03-01', to: '2028-03-31' };
  const listed = async () => (await editor.call(calendar.calendar, { query })).body;
  await change(editor, draft, { available: null });
  expect((await listed()).undated).toMatchObject([
    { releaseid: draft.releaseid, available: null, state: 'draft', mayedit: true },
  ]);
  expect((await events(feed))[id]).toBeUndefined();
  await change(editor, draft, { available: '2028-03-05T09:00:00.000Z' });
  expect(await listed()).toMatchObject({
    items: [{ title: 'Later', available: '2028-03-05T09:00:00.000Z' }],
    undated: [],
  });
  expect((await events(feed))[id]).toMatchObject({ DTSTART: '20280305T090000Z', STATUS: 'TENTATIVE' });
  await editor.call(label.deleteDraft, { params: { releaseid: draft.releaseid } });
  expect((await events(feed))[id]).toMatchObject({ STATUS: 'CANCELLED', SEQUENCE: '1' });
});

test('a feed cannot be written, and one that ended is no calendar and no page', async () => {
  const { editor, feed } = await owner();
  for (const method of ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT']) {
    const response = await fetch(feed, {
      method,
      ...(method === 'PUT' && { body: 'BEGIN:VCALENDAR', headers: { 'content-type': 'text/calendar' } }),
    });
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
  }
  expect((await fetch(feed, { method: 'HEAD' })).status).toBe(200);
  expect((await editor.call(calendar.calendarFeed)).body).toEqual({
    since: expect.any(String),
    used: expect.any(String),
  });
  const { url } = (await editor.call(calendar.makeCalendarFeed)).body;
  const ended = await fetch(feed);
  expect([ended.status, ended.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  const next = `${server.url}/api/label/calendar/${url.split('/').at(-1)}`;
  expect((await fetch(next)).status).toBe(200);
  await editor.call(calendar.endCalendarFeed);
  expect((await fetch(next)).status).toBe(404);
  expect((await editor.call(calendar.calendarFeed)).body).toEqual({ since: null, used: null });
});

test('a person sees the days of all own labels and of no other', async () => {
  const [one, other] = [await owner(), await owner()];
  await server.joinLabel(one.editor, other.release, 'viewer');
  const stranger = await owner();
  for (const { editor, release } of [one, other, stranger]) await change(editor, release, { impactdate: '2027-06-01' });
  const query = { from: '2027-06-01', to: '2027-06-30' };
  const { items } = (await one.editor.call(calendar.calendar, { query })).body;
  const mine = [one.release.releaseid, other.release.releaseid];
  expect(items.map(({ releaseid }) => releaseid).sort()).toEqual(mine.sort());
  expect(new Set(items.map(({ mayedit }) => mayedit))).toEqual(new Set([false, true]));
  const days = Object.keys(await events(one.feed)).filter((id) => id.endsWith('-impact'));
  expect(days.sort()).toEqual(mine.map((id) => `${id}-impact`).sort());
});

test('long and strange titles are escaped, and lines have at most 75 octets', () => {
  const day = {
    releaseid: 'id',
    kind: 'ends',
    artist: 'A, B; C',
    draft: false,
    day: null,
    sequence: 4,
    cancelled_at: null,
  } as const;
  const at = new Date('2027-01-01T00:00:00.000Z');
  const text = formatCalendar([{ ...day, title: `${'Ünï🎵'.repeat(30)}\nEND:VEVENT`, at, changed_at: at }], {
    host: 'a.example',
    url: 'https://a.example',
    since: at,
  });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  const [, summary = ''] = /SUMMARY:(.*)/.exec(text.replaceAll('\r\n ', '')) ?? [];
  expect(summary).toBe(String.raw`Ends: A\, B\; C – ` + `${'Ünï🎵'.repeat(30)} END:VEVENT`);
});
