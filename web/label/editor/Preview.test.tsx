import { previewRelease } from '@promenade/contract/label';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { createReleaseDetail, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { staffReleaseId } from '../../testing/staffDocument.ts';
import { Preview } from './Preview.tsx';

test('a draft is seen as its people will get it: as a card, in the pop-up of the card, and on its page', async () => {
  mockWindowWidth(1440);
  signInAs({ haslabels: true });
  const server = fakeServer();
  const songs = [createTrack('t1', { title: 'First Light' })];
  server.answer(previewRelease, createReleaseDetail(staffReleaseId, songs, { title: 'Night Ferry' }));
  const user = renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid/preview" element={<Preview />} />
      </Routes>,
    ),
    `/label/releases/${staffReleaseId}/preview`,
  );
  const page = within(await screen.findByRole('region', { name: 'Page' }));
  page.getByRole('heading', { name: 'Night Ferry', level: 1 });
  page.getByRole('button', { name: 'Play First Light' });
  await user.click(within(screen.getByRole('region', { name: 'Card' })).getByRole('link', { name: 'Night Ferry' }));
  await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Play First Light' });
  // It asks for nothing that only recipients get.
  expect(server.calls.map(({ path }) => path).filter((path) => path.includes(staffReleaseId))).toEqual([
    `/api/label/releases/${staffReleaseId}/preview`,
  ]);
});
