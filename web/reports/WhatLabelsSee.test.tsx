import { type Reach, seen } from '@promenade/contract/reports';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { WhatLabelsSee } from './WhatLabelsSee.tsx';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  signInAs();
});

const row: Reach = {
  releaseid: '00000000-0000-4000-8000-000000000001',
  title: 'Night Ferry',
  artist: 'Mara Lind',
  thumbnail: null,
  labels: ['Harbour Records'],
  packages: ['Radio'],
  mailed: '2026-11-20T08:00:00.000Z',
  opened: { first: '2026-11-20T09:00:00.000Z', last: '2026-11-21T09:00:00.000Z', times: 2 },
  tracks: [
    {
      trackid: '00000000-0000-4000-8000-00000000000a',
      title: 'One',
      version: '',
      duration: 200,
      waveform: null,
      seconds: 50,
      ranges: [
        [40, 80],
        [100, 110],
      ],
    },
  ],
  downloaded: [
    {
      trackid: '00000000-0000-4000-8000-00000000000a',
      title: 'One',
      version: 'Dub',
      format: 'wav',
      at: '2026-11-21T09:00:00.000Z',
    },
  ],
  wrote: null,
  reaction: {
    kind: 'considering',
    version: '',
    note: 'Strong drop',
    trackid: '00000000-0000-4000-8000-00000000000a',
    second: 72,
    at: '2026-11-22T09:00:00.000Z',
  },
  passedon: ['Jonas Berg'],
  until: '2028-12-01T00:00:00.000Z',
  before: { opened: 1, seconds: 0, downloaded: 2 },
};
const answer = (items: Reach[], total = items.length) => server.answer(seen, { items, total, page: 1, pagesize: 40 });

test('each release has what its label sees, why and until when, and what it does not see', {
  tags: ['requirements decision 35'],
}, async () => {
  answer([row]);
  renderScreen(withProviders(<WhatLabelsSee />));
  const list = await screen.findByRole('list', { name: 'What labels see, by release' });
  expect(within(list).getByRole('link', { name: 'Night Ferry' })).toBeTruthy();
  expect(within(list).getByRole('img', { name: 'Heard of One: 0:40 to 1:20, 1:40 to 1:50' })).toBeTruthy();
  for (const text of [
    'Mailed November 20, 2026',
    'Opened 2 times, last November 21, 2026',
    '0:50 of 3:20 heard',
    'Downloaded: One (Dub) (WAV)',
    'Reacted November 22, 2026: Considering, “Strong drop” at 1:12',
    'Passed on to Jonas Berg',
    'Delivered to Radio · Seen until December 01, 2028',
    'Not seen by the label, because it was before you were told: opened once, 2 downloads',
  ])
    expect(within(list).getByText(text.replaceAll('\u00a0', ' '))).toBeTruthy();
});

test('nothing that happened has no row, and a list that failed can be loaded again', async () => {
  server.refuse(seen, 'UNEXPECTED');
  const user = renderScreen(withProviders(<WhatLabelsSee />));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer([]);
  await user.click(retry);
  expect(await screen.findByText('Nothing yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save as table (CSV)' })).toBeNull();
});

test('more rows are loaded by a button', async () => {
  answer([row], 41);
  const user = renderScreen(withProviders(<WhatLabelsSee />));
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(server.calls.filter(({ path }) => path.startsWith('/api/profile/seen')).map(({ path }) => path)).toEqual([
    '/api/profile/seen?page=1',
    '/api/profile/seen?page=2',
  ]);
});
