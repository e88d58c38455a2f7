import { mailedLabels, startLabelMails, stopLabelMails } from '@promenade/contract/unsubscribe';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { LabelMails } from './LabelMails.tsx';

test('the emails of a label are stopped and started again', async () => {
  const harbour = { labelid: '00000000-0000-4000-8000-000000000001', name: 'Harbour Records', stopped: false };
  const server = fakeServer();
  server.answer(mailedLabels, { labels: [harbour] });
  server.answer(stopLabelMails, { ...harbour, stopped: true });
  server.answer(startLabelMails, harbour);
  const user = renderScreen(withProviders(<LabelMails />));
  await user.click(await screen.findByRole('button', { name: 'Stop emails of Harbour Records' }));
  await screen.findByText(/^Emails of Harbour Records are stopped/);
  await user.click(screen.getByRole('button', { name: 'Undo: emails of Harbour Records' }));
  await screen.findByRole('button', { name: 'Stop emails of Harbour Records' });
  expect(screen.queryByText(/are stopped/)).toBeNull();
});
