import { staffLabels } from '@promenade/contract/label';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatSize } from '../../downloads/bundle.ts';
import { signInAs } from '../../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { createDelivery, type FakeUploads, fakeUploads } from '../../testing/fakeUploads.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { Deliveries } from './Deliveries.tsx';
import { uploadFiles, useUploads } from './uploadQueue.ts';

const FILES = 60;
const labelid = createDelivery().labelid;
let server: FakeServer;
let fake: FakeUploads;

beforeEach(() => {
  server = fakeServer();
  fake = fakeUploads(server);
  signInAs({ haslabels: true });
  const items = [{ labelid, name: 'Harbour Records', role: 'editor' as const, releases: 0 }];
  server.answer(staffLabels, { items, total: 1, page: 1, pagesize: 100 });
  fake.deliveries = [createDelivery({ deliveryid: crypto.randomUUID() })];
});

afterEach(() => vi.restoreAllMocks());

/** Uploads small files to the delivery, whose card is shown. */
async function upload(files = FILES) {
  renderScreen(withProviders(<Deliveries />));
  const card = await screen.findByRole('listitem', { name: 'Night Ferry' });
  const chosen = Array.from({ length: files }, (_, index) => {
    const path = `${index}.wav`;
    return { path, file: new File(['0123456789'], path, { lastModified: 1 }) };
  });
  const [delivery] = fake.deliveries;
  if (delivery) uploadFiles(delivery, chosen);
  return card;
}

const checked = () => screen.findByRole('heading', { name: 'Would create: Night Ferry' });

test('many small files take one call for their announcement and one for each of them, and few drawings', async () => {
  const draw = vi.fn<() => void>();
  const stop = useUploads.subscribe(draw);
  const made = vi.spyOn(Intl, 'NumberFormat');
  await upload();
  await checked();
  stop();
  const announcements = server.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/files'));
  expect(announcements).toHaveLength(1);
  expect(fake.requests).toEqual(Array.from({ length: FILES }, () => 'PATCH'));
  expect(fake.received.size).toBe(FILES);
  expect(draw.mock.calls.length).toBeLessThan(FILES / 2);
  expect(made.mock.calls.length).toBeLessThan(5);
});

test('a format of sizes is made once for each unit and precision', () => {
  const made = vi.spyOn(Intl, 'NumberFormat');
  const sizes = [100_000, 1_500_000, 40_000_000, 3_000_000_000, 200_000, 50_000_000].map(formatSize);
  expect(sizes.map((size) => size.replace('\u00A0', ' '))).toEqual([
    '0.1 MB',
    '1.4 MB',
    '38 MB',
    '2.8 GB',
    '0.2 MB',
    '48 MB',
  ]);
  expect(made.mock.calls.length).toBeLessThanOrEqual(3);
});

test('the rows of a folded list are drawn when it is unfolded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fake.hold = promise;
  const card = await upload();
  const summary = await within(card).findByText(`${FILES} files`);
  const rows = () => card.querySelectorAll('details li');
  expect(rows()).toHaveLength(0);
  fireEvent.click(summary);
  await waitFor(() => expect(rows()).toHaveLength(FILES));
  resolve();
  await checked();
});

test('after a lost line the server is asked how much it has', async () => {
  let isLost = true;
  fake.answerPart = () => (isLost ? { status: 0 } : undefined);
  await upload(1);
  await screen.findByText('No connection. The upload goes on by itself.');
  isLost = false;
  fireEvent(window, new Event('online'));
  await checked();
  expect(fake.requests).toEqual(['PATCH', 'HEAD', 'PATCH']);
});
