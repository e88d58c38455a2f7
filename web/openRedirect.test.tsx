import './testing/render.ts';
import { releases } from '@promenade/contract/catalogue';
import { connections } from '@promenade/contract/network';
import { profile } from '@promenade/contract/profile';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getDeepLink, setDeepLink } from './platform/deepLink.ts';
import { startSession } from './platform/session.ts';
import { Router } from './router.tsx';
import { createProfile } from './testing/accounts.ts';
import { mockWindowWidth } from './testing/browserMocks.ts';
import { fakeServer } from './testing/fakeServer.ts';
import { createAccessToken } from './testing/tokens.ts';

const EVIL = 'evil.example';
/** Forms that browsers or naive checks take for the address of another site, or for a script. */
const forms = [
  `//${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}//`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `\\/${EVIL}`,
  `/\t/${EVIL}`,
  `/\n/${EVIL}`,
  `\t//${EVIL}`,
  ` //${EVIL}`,
  `%2f%2f${EVIL}`,
  `/%2f${EVIL}`,
  `/%5c${EVIL}`,
  `%5c%5c${EVIL}`,
  `/%09/${EVIL}`,
  `/.//${EVIL}`,
  `/..//${EVIL}`,
  `./${EVIL}`,
  `https://${EVIL}`,
  `https:${EVIL}`,
  `https:/${EVIL}`,
  `https:\\\\${EVIL}`,
  `HTTPS://${EVIL}`,
  `http://${EVIL}:80`,
  `https://music.example@${EVIL}`,
  `https://${EVIL}#music.example`,
  `//music.example@${EVIL}`,
  `//${EVIL}%00.music.example`,
  '//3639551848/',
  '//[::1]/',
  '//\u3002evil\u3002example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  `blob:https://${EVIL}/1`,
  `ftp://${EVIL}`,
];
/** A deep link that begins like one of ours. */
const disguised = forms.flatMap((form) => [
  `/account${form}`,
  `/releases/releaseInfo/${form}`,
  `/releases/releaseInfo/../..${form}`,
]);

beforeEach(() => {
  sessionStorage.clear();
  mockWindowWidth(1440);
  const server = fakeServer();
  server.answer(profile, createProfile());
  server.answer(releases, { items: [], total: 0, page: 1, pagesize: 40 });
  server.answer(connections, { data: { connections: [] } });
});
afterEach(() => vi.restoreAllMocks());

test('at least 40 forms are tried', () => {
  expect(new Set(forms).size).toBeGreaterThanOrEqual(40);
});

test('no hostile address is stored or read as a deep link', { tags: ['A-ROUTE-35'] }, () => {
  for (const form of forms) {
    sessionStorage.setItem('deepLink', form);
    expect(getDeepLink(), form).toBeUndefined();
    sessionStorage.clear();
    setDeepLink({ pathname: form, search: '' });
    expect(sessionStorage.getItem('deepLink'), form).toBeNull();
  }
});

test('a deep link that begins like ours stays on this origin', { tags: ['A-ROUTE-35'] }, () => {
  const origins = disguised.map((link) => {
    sessionStorage.setItem('deepLink', link);
    return new URL(getDeepLink() ?? '/', location.href).origin;
  });
  expect(new Set(origins)).toEqual(new Set([location.origin]));
});

/** Every address that the router sets, resolved by the browser. */
function watchAddresses(): string[] {
  const addresses: string[] = [];
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = window.history[method].bind(window.history);
    vi.spyOn(window.history, method).mockImplementation((state, title, url) => {
      addresses.push(new URL(url ?? '', location.href).href);
      original(state, title, url);
    });
  }
  return addresses;
}

const PARAMETERS = ['redirect', 'returnTo', 'next', 'url', 'continue', 'token', 'signInConnectionToken'];

test.each(forms)(
  'after a sign-in %j as any parameter or stored link leads to no other site',
  {
    tags: ['A-ROUTE-10', 'A-ROUTE-35'],
  },
  async (form) => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    const addresses = watchAddresses();
    for (const link of [form, `/account/../..${form}`]) {
      for (const parameters of [PARAMETERS.slice(0, -2), PARAMETERS.slice(-1), ['token']]) {
        window.history.replaceState(null, '', `/login?${new URLSearchParams(parameters.map((name) => [name, form]))}`);
        sessionStorage.setItem('deepLink', link);
        startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
        render(<Router />);
        await waitFor(() => expect(window.location.pathname).not.toBe('/login'));
        cleanup();
      }
    }
    expect(addresses.filter((address) => !address.startsWith(`${location.origin}/`))).toEqual([]);
    expect(openWindow).not.toHaveBeenCalled();
  },
);

test('no link of the sign-in page takes its address from a parameter', async () => {
  window.history.replaceState(
    null,
    '',
    `/?${new URLSearchParams(PARAMETERS.slice(0, -2).map((name) => [name, `//${EVIL}`]))}`,
  );
  render(<Router />);
  const links = await screen.findAllByRole<HTMLAnchorElement>('link');
  expect(links.filter(({ href }) => href.includes(EVIL))).toEqual([]);
});
