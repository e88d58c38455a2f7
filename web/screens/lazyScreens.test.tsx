import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { prefetchSignedIn, Releases } from './lazyScreens.ts';

test('a screen that was loaded before is there with the first render, without a fallback', async () => {
  fakeServer();
  mockWindowWidth(1440);
  signInAs();
  await prefetchSignedIn();
  renderScreen(
    withProviders(
      <Suspense fallback="Wait">
        <Releases />
      </Suspense>,
    ),
  );
  expect(screen.queryByText('Wait')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Releases' })).toBeTruthy();
});
