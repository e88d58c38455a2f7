import { randomUUID } from 'node:crypto';
import { copyTemplate } from '@promenade/contract/audience';
import { makeCalendarFeed } from '@promenade/contract/calendar/calendar';
import * as label from '@promenade/contract/label';
import * as lists from '@promenade/contract/lists/lists';
import { expect, test } from 'vitest';
import { FEEDS_PER_HOUR } from './calendar/feed.ts';
import { expectRefused, useUp } from './testing/refusals.ts';
import { startTestServer } from './testing/testServer.ts';

// What lists of people, templates and the calendar refuse, as far as their own tests do not meet it.

const server = await startTestServer();

async function owner() {
  const release = await server.release({ label: { name: randomUUID(), contact: null } });
  const [viewer, editor] = [await server.signedIn(), await server.signedIn()];
  await server.joinLabel(viewer, release, 'viewer');
  await server.joinLabel(editor, release, 'editor');
  const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
  return { viewer, editor, labelid };
}

const noCondition = { tags: ['DJ'], companies: [], countries: [], did: null };
test('a viewer of a label makes and changes no list, and names are taken once', async () => {
  const { viewer, editor, labelid } = await owner();
  const { listid } = (await editor.call(lists.makeList, { body: { labelid, name: 'DJs' } })).body;
  const person = { params: { listid, personid: randomUUID() } };
  const group = { labelid, name: 'DJs', condition: noCondition };
  await expectRefused(
    'EDITORS_ONLY',
    viewer.call(lists.makeList, { body: { labelid, name: 'Press' } }),
    viewer.call(lists.makeGroup, { body: group }),
    viewer.call(lists.renameList, { params: { listid }, body: { name: 'Press' } }),
    viewer.call(lists.changePerson, { ...person, body: { note: 'x' } }),
    viewer.call(lists.removePerson, person),
  );
  await expectRefused('LIST_NAME_TAKEN', editor.call(lists.makeGroup, { body: group }));
  await expectRefused('NOT_FOUND', editor.call(lists.changePerson, { ...person, body: { note: 'x' } }));
  await expectRefused('LIST_NOT_FOUND', editor.call(lists.countPeople, { body: { labelid, lists: [randomUUID()] } }));
  await useUp(server, 'list-import', editor.playerid, lists.LIST_IMPORTS_PER_HOUR);
  const response = await fetch(`${server.url}/api/label/lists/${listid}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'text/csv' },
    body: 'Email\nana@station.example\n',
  });
  expect([response.status, await response.json()]).toMatchObject([429, { error: { code: 'TOO_MANY_REQUESTS' } }]);
});

test('a template is copied by editors alone, over the version that they see', async () => {
  const name = { label: { name: randomUUID(), contact: null } };
  const [release, draft] = [await server.release(name), await server.release({ ...name, isDraft: true })];
  const [viewer, editor] = [await server.signedIn(), await server.signedIn()];
  await server.joinLabel(viewer, release, 'viewer');
  await server.joinLabel(editor, release, 'editor');
  const copy = { params: { releaseid: draft.releaseid }, body: { from: release.releaseid } };
  await expectRefused('EDITORS_ONLY', viewer.call(copyTemplate, copy, { 'if-match': '"1"' }));
  await expectRefused('IF_MATCH_REQUIRED', editor.call(copyTemplate, copy));
  await expectRefused('EDITED_MEANWHILE', editor.call(copyTemplate, copy, { 'if-match': '"1000"' }));
});

test('addresses of a calendar that are made too often', async () => {
  const player = await server.signedIn();
  await useUp(server, 'calendar-feed', String(player.accountid), FEEDS_PER_HOUR);
  await expectRefused('TOO_MANY_REQUESTS', player.call(makeCalendarFeed));
});
