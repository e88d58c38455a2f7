import type { Release } from '@promenade/contract/catalogue';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/desk';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { useSettings } from '../platform/settingsStore.ts';
import { resetPlayback } from '../player/playback.ts';
import { usePlaylistDialogStore } from '../playlists/dialogStore.ts';
import { signInAs } from './accounts.ts';
import { mockWindowWidth } from './browserMocks.ts';
import { type FakeServer, fakeServer } from './fakeServer.ts';
import { createReleaseDetail, createTrack } from './releases.ts';

export const RUN = '00000000-0000-4000-8000-000000000045';
const ids = ['r0', 'r1', 'r2', 'r3'];

export const serverRun = (more: Partial<contract.RunDetail> = {}): contract.RunDetail => ({
  runid: RUN,
  title: '',
  source: 'gallery',
  total: ids.length,
  listed: ids.length,
  position: 0,
  counts: { flagged: 0, archived: 0, reacted: 0, later: 0, playlists: 0, undecided: 0, lost: 0, left: ids.length },
  startedat: '2026-11-24T09:00:00.000Z',
  usedat: '2026-11-24T09:00:00.000Z',
  finishedat: null,
  releaseids: ids,
  decisions: [],
  lost: [],
  failed: [],
  ...more,
});

export const detail = (releaseid: string, more: Partial<Release> = {}) =>
  createReleaseDetail(
    releaseid,
    [0, 1].map((index) =>
      createTrack(`${releaseid}-t${index}`, { releaseid, title: `Song ${index}`, hook: 40 + index, duration: 200 }),
    ),
    { title: `Title ${releaseid}`, artist: `Artist ${releaseid}`, ...more },
  );

export const respond = (body: unknown) => Response.json(body);

/** A server with a run over four releases, and a signed-in person who has not played anything. */
export function prepareDesk(): FakeServer {
  mockWindowWidth(1440);
  vi.spyOn(console, 'error').mockReturnValue();
  const server = fakeServer();
  signInAs();
  resetPlayback();
  useSettings.setState({ hasLetterKeys: true });
  usePlaylistDialogStore.setState({ open: undefined });
  server.answer(contract.run, serverRun());
  server.respondWith(releaseRoute, (_signal, { path }) => respond(detail(path.split('/').at(-1) ?? '')));
  server.answer(contract.decide, { run: serverRun(), releases: [], refused: [] });
  server.answer(contract.undoDecision, { run: serverRun(), release: null, position: 0 });
  server.answer(contract.moveRun, undefined);
  return server;
}

export const shown = (releaseid: string) => screen.findByRole('heading', { level: 1, name: `Title ${releaseid}` });
export const stage = () => screen.getByRole('group', { name: 'Release to decide' });

/** What was sent to the server of a test. */
export function listSent(getServer: () => FakeServer) {
  const bodies = (method: string, part: string) =>
    getServer()
      .calls.filter((call) => call.method === method && call.path.includes(part))
      .map(({ body }) => body);
  const kinds = () =>
    bodies('POST', '/decisions').flatMap((body) =>
      (body as { decisions: contract.Decision[] }).decisions.map(({ releaseid, kind }) => `${kind} ${releaseid}`),
    );
  return { bodies, kinds };
}
