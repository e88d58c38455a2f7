import { attachment } from '@promenade/contract/media';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Attachments } from './Attachments.tsx';

const sheet = { title: 'One sheet', url: '/api/attachment/1', size: 1_234_567 };
const picture = { title: 'Press picture', url: '/api/attachment/2', size: 524 };
let server: FakeServer;
/** Names of what the browser was given to save. */
const saved: string[] = [];

beforeEach(() => {
  server = fakeServer();
  saved.length = 0;
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

const shown = () =>
  renderScreen(
    withProviders(
      <Attachments release={{ ...createReleaseDetail('r', [createTrack('a')]), attachments: [sheet, picture] }} />,
    ),
  );

test('each file has its title and its size in MB to three decimals', {
  tags: ['C-DETAIL-20', 'C-DETAIL-21', 'C-CONST-17'],
}, () => {
  shown();
  const rows = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(rows).toEqual(['One sheet1.177\u00A0MB', 'Press picture0.000\u00A0MB']);
});

test('files are fetched one by one: the second press waits for the first file', { tags: ['C-DETAIL-22'] }, async () => {
  const gates = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return gates[asked.length - 1]?.promise;
  });
  const file = (name: string) =>
    new Response('bytes', { headers: { 'content-disposition': `attachment; filename="x"; filename*=UTF-8''${name}` } });
  const user = shown();
  await user.click(screen.getByRole('button', { name: /^One sheet/ }));
  await user.click(screen.getByRole('button', { name: /^Press picture/ }));
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(screen.getByText('Saving')).toBeTruthy();
  expect(asked).toEqual([sheet.url]);
  gates[0]?.resolve(file('one%20sheet.pdf'));
  await waitFor(() => expect(asked).toEqual([sheet.url, picture.url]));
  gates[1]?.resolve(file('j%C3%B6rg.jpg'));
  await waitFor(() => expect(saved).toEqual(['one sheet.pdf', 'jörg.jpg']));
  expect(screen.getAllByText('Saved')).toHaveLength(2);
});

test('a file that does not come says so at its row and can be asked for again', { tags: ['C-DETAIL-22'] }, async () => {
  server.refuse(attachment, 'NOT_FOUND');
  const user = shown();
  const row = screen.getByRole('button', { name: /^One sheet/ });
  await user.click(row);
  expect(await screen.findByText('Download failed. Select to try again.')).toBeTruthy();
  server.answer(attachment, undefined);
  await user.click(row);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(saved).toEqual(['One sheet']);
});
