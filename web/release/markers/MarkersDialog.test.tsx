import { setTrackMarkers, trackMarkers } from '@promenade/contract/media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { usePlayer } from '../../player/playerStore.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { createQueueItem, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { MarkersDialog } from './MarkersDialog.tsx';

const track = createTrack('ferry', { title: 'Ferry', duration: 120 });
let server: FakeServer;
let isClosed: boolean;

beforeEach(() => {
  server = fakeServer();
  // jsdom has no layout.
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => undefined, disconnect: () => undefined };
  });
  isClosed = false;
  server.answer(trackMarkers, {
    duration: 120,
    found: { soundstart: 0.5, introend: 9, soundend: 119 },
    said: { introend: 10 },
    own: { soundend: 118 },
  });
  server.respondWith(setTrackMarkers, (_signal, { body }) =>
    Response.json({ duration: 120, found: {}, said: {}, ...(body as object) }),
  );
});

async function open() {
  const visitor = renderScreen(withProviders(<MarkersDialog track={track} onClose={() => void (isClosed = true)} />));
  await screen.findByRole('slider', { name: 'Intro end' });
  return visitor;
}
const group = (name: string) => within(screen.getByRole('group', { name }));
const saved = () => server.calls.find(({ method }) => method === 'PUT')?.body;

test('each moment says where it is from', async () => {
  await open();
  expect(group('First sound').getByText('measured')).toBeTruthy();
  expect(group('Intro end').getByText('by the label')).toBeTruthy();
  expect(group('Last sound').getByText('yours')).toBeTruthy();
  expect(group('Hook').getByText('not known')).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'Intro end' }).getAttribute('aria-valuetext')).toBe('0:10.000');
});

test('a moment is moved in steps of 10 ms, set where the song plays, and reset; what is saved is the own part', async () => {
  usePlayer.setState({ song: createQueueItem('ferry', { trackid: track.trackid }), currentTime: 61.234 });
  const visitor = await open();
  const slider = screen.getByRole('slider', { name: 'Intro end' });
  expect(slider.getAttribute('step')).toBe('0.01');
  fireEvent.change(slider, { target: { value: '10.01' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('0:10.010');
  await visitor.click(screen.getByRole('button', { name: 'Set here: Hook' }));
  expect(group('Hook').getByText('1:01.234')).toBeTruthy();
  await visitor.click(screen.getByRole('button', { name: 'Reset Last sound' }));
  expect(group('Last sound').getByText('1:59.000')).toBeTruthy();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(saved()).toEqual({ own: { introend: 10.01, hookstart: 61.234 } });
});

test('a refusal is said, and nothing is lost', async () => {
  server.refuse(setTrackMarkers, 'RELEASE_NOT_AVAILABLE');
  const visitor = await open();
  fireEvent.change(screen.getByRole('slider', { name: 'Hook' }), { target: { value: '30' } });
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The markers could not be saved')).toBeTruthy();
  expect(group('Hook').getByText('0:30.000')).toBeTruthy();
  expect(isClosed).toBe(false);
});
