import { traceFile } from '@promenade/contract/operatorCatalogue';
import { fireEvent, screen } from '@testing-library/react';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test, vi } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Trace } from './Trace.tsx';

const playerid = '00000000-0000-4000-8000-000000000001';
const transfer = {
  playerid,
  name: 'Ann Lund',
  email: 'ann@wave.example',
  at: '2026-11-20T08:00:00.000Z',
  purpose: 'download',
  format: 'mp3',
  title: 'Night Bus',
  network: null,
};
const found = { takings: [{ id: 'a1', transfers: [transfer] }], wrongsignature: false };
const nothing = { takings: [], wrongsignature: false };
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

/** A server that gives these answers one after another, and keeps the sizes of what it got. */
function open(...answers: Response[]) {
  const server = fakeServer();
  signInAs({ operator: true });
  const bodies: Blob[] = [];
  server.respondWith(traceFile, () => answers.shift() ?? Response.json(nothing));
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.endsWith('/trace')) bodies.push(init.body as Blob);
    return send(path, init);
  });
  renderScreen(withProviders(<Trace />));
  return { bodies };
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } });
const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: 'Too much at once.' } }, { status });

test('several files are searched, and a part that is refused for a time is sent again', async () => {
  const { bodies } = open(Response.json(found), refusal(503, 'BUSY'));
  choose(file('long.wav', new Uint8Array(1_500_000)), file('other.mp3', new Uint8Array(1000)));
  await screen.findByText('long.wav: the service is busy. The search goes on by itself in a moment.');
  screen.getByRole('link', { name: 'Ann Lund (ann@wave.example)' });
  await screen.findByText(/^other.mp3: no id/);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(bodies.map(({ size }) => size)).toEqual([1_000_000, 504_096, 504_096, 1000]);
});

test('what was found stays when a later part is refused for good, and the search goes on behind it', async () => {
  const { bodies } = open(Response.json(found), refusal(413, 'TOO_LARGE'));
  choose(file('long.wav', new Uint8Array(1_500_000)));
  await screen.findByText('long.wav: not searched to its end. Too much at once.');
  screen.getByRole('link', { name: 'Ann Lund (ann@wave.example)' });
  fireEvent.click(screen.getByRole('button', { name: 'Go on with long.wav' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  screen.getByRole('link', { name: 'Ann Lund (ann@wave.example)' });
  expect(bodies.map(({ size }) => size)).toEqual([1_000_000, 504_096, 504_096]);
});

test('a zip is unpacked, and what cannot be read of it is named', async () => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await writer.add('Night/01 Bus.mp3', new Uint8ArrayReader(new TextEncoder().encode('promenade:'.repeat(1000))));
  await writer.add('secret.mp3', new Uint8ArrayReader(new Uint8Array(10)), { password: 'x', zipCrypto: true });
  const { bodies } = open(Response.json(found));
  choose(file('Night.zip', await writer.close()));
  await screen.findByRole('link', { name: 'Ann Lund (ann@wave.example)' });
  await screen.findByText('secret.mp3 is protected by a password, and was not read.');
  expect(bodies.map(({ size }) => size)).toEqual([10_000]);
  choose(file('half.zip', new Uint8Array(5000)));
  await screen.findByText('half.zip is damaged, and was not read to its end.');
  await screen.findByText(/^half.zip: no id/);
});
