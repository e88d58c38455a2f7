import { traceFile, traceSound } from '@promenade/contract/operatorService';
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
const found = { takings: [{ id: 'a1', transfers: [transfer] }], wrongsignature: false, marks: false };
const nothing = { takings: [], wrongsignature: false, marks: false };
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

const owner = {
  playerid,
  name: 'Ann Lund',
  email: 'ann@wave.example',
  transfers: [{ at: '2026-11-20T08:00:00.000Z', purpose: 'stream', format: 'mp3', network: '192.0.2.0/24' }],
};
const song = { title: '“Ferry” by Kite', of: 196 };

/** A service that marks sound, whose answers about sound come one after another. */
function openMarked(...answers: Response[]) {
  const server = fakeServer();
  signInAs({ operator: true });
  const names: string[] = [];
  server.answer(traceFile, { ...nothing, marks: true });
  server.respondWith(traceSound, (_signal, { path }) => {
    names.push(new URL(path, 'http://here').searchParams.get('name') ?? '');
    return answers.shift() ?? Response.json({ kind: 'unmarked' });
  });
  renderScreen(withProviders(<Trace />));
  return { names };
}

test('the sound is read after the tags, and says who a copy was made for and how sure that is', async () => {
  const madeFor = { kind: 'made-for', ...song, owner, chance: 3e-15, people: 412, from: 41, until: 92, speed: 1.005 };
  openMarked(Response.json({ ...madeFor, read: 194 }));
  choose(file('leak.mp3', new Uint8Array(1000)));
  await screen.findByText(/^leak.mp3: no id/);
  await screen.findByText(
    'Sound of leak.mp3: “Ferry” by Kite, 0:41 to 1:32 of the song, speed +0.50 %. 194 of 196 segments could be read.',
  );
  screen.getByText('Another of 412 people by chance: less than 1 in 10^14.');
  const link = screen.getByRole('link', { name: 'Ann Lund (ann@wave.example)' });
  expect(link.getAttribute('href')).toBe(`/operator/people/${playerid}`);
  screen.getByText('192.0.2.0/24');
});

test('a mix, and sound that cannot be read, name nobody by guess; files of a zip are read one by one', async () => {
  const deleted = { playerid, name: null, email: null, transfers: [] };
  const { names } = openMarked(
    Response.json({ kind: 'mix', ...song, owners: [deleted], unclear: 90 }),
    Response.json({ kind: 'mix', ...song, owners: [], unclear: 180 }),
    Response.json({ kind: 'unreadable', seconds: 6.6, reason: 'short' }),
    refusal(500, 'UNEXPECTED'),
  );
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const name of ['1.mp3', '2.wav', '3.m4a', 'notes.txt', '4.flac'])
    await writer.add(name, new Uint8ArrayReader(new Uint8Array(10)));
  choose(file('Night.zip', await writer.close()));
  await screen.findByText(/^Sound of 1.mp3: .* It may be a mix of copies: 90 of 196/);
  await screen.findByText(/^In it is a copy of A deleted account/);
  await screen.findByText(/^Sound of 2.wav: .* or a copy without a mark: 180 of 196/);
  await screen.findByText('Sound of 3.m4a: not readable. 7 seconds could be aligned: too short.');
  await screen.findByText(/^Sound of 4.flac: not readable/);
  expect(names).toEqual(['1.mp3', '2.wav', '3.m4a', '4.flac']);
});

test('where nothing is marked, no sound is sent', async () => {
  const { bodies } = open(Response.json(nothing));
  choose(file('leak.mp3', new Uint8Array(1000)));
  await screen.findByText(/^leak.mp3: no id/);
  expect(bodies).toHaveLength(1);
  expect(screen.queryByText(/^Sound of/)).toBeNull();
});
