import { type Reaction, release as releaseRoute } from '@promenade/contract/catalogue';
import { react, withdrawReaction } from '@promenade/contract/library';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mockDialogs } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { createRelease, createReleaseDetail } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { useRelease } from '../data.ts';
import { ReactionButton } from './ReactionButton.tsx';

let server: FakeServer;
beforeAll(() => Promise.all([import('./ReactionForm.tsx'), import('../../design/Dialog.tsx')]), 60_000);
beforeEach(() => {
  mockDialogs();
  server = fakeServer();
});

/** The button with the release of the cache. */
function Loaded() {
  const { release } = useRelease('r');
  return (
    release && <ReactionButton release={release} getMoment={() => ({ trackid: 'a', title: 'One', second: 72.4 })} />
  );
}

test('a reaction is sent with the moment that its note is about, said by the button, and taken back', async () => {
  const release = createRelease('r', { title: 'Night Ferry' });
  const reaction: Reaction = {
    kind: 'considering',
    version: '',
    note: 'The drop',
    trackid: 'a',
    second: 72,
    named: false,
  };
  server.answer(releaseRoute, { ...createReleaseDetail('r', []), ...release });
  const user = renderScreen(withProviders(<Loaded />));
  server.answer(react, { ...release, reaction });
  await user.click(await screen.findByRole('button', { name: 'React to Night Ferry' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^The label sees your reaction/)).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Considering' }));
  await user.type(dialog.getByRole('textbox'), 'The drop');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await user.click(await screen.findByRole('button', { name: 'Night Ferry: Considering' }));
  expect(server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([reaction]);
  server.answer(withdrawReaction, release);
  await user.click(await screen.findByRole('button', { name: 'Take the reaction back' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'React to Night Ferry' })).toBeTruthy());
});
