import type { Tokens } from '@promenade/contract/access';
import { analytics } from '../platform/analytics.ts';
import { clearConnectionToken } from '../platform/connectionToken.ts';
import { setDeepLink } from '../platform/deepLink.ts';
import { logError } from '../platform/logError.ts';
import { getStateOwner } from '../platform/persistedState.ts';
import { endSession, startSession, useSession } from '../platform/session.ts';
import { parseAccessToken } from '../platform/tokens.ts';
import { sendSignOut, sendSignOutEverywhere } from './data.ts';

/** Starts the session after any kind of sign-in (requirement A-SIGNIN-17). */
export function completeSignIn(tokens: Tokens, publicdevice: boolean): void {
  const account = parseAccessToken(tokens['access-token']);
  analytics.track('Login');
  if (account) analytics.identify(account);
  startSession(tokens, publicdevice);
}

/** Signs out at once and leaves nothing here; the request to the server runs in the background (requirement A-SESSION-17). */
export const signOut = (): void => clearSession(sendSignOut);

/** Signs out after the session has expired; the account comes back to its screen and state with its next sign-in here. */
export function leaveExpiredSession(): void {
  setDeepLink(window.location, getStateOwner());
  clearSession(sendSignOut, { keepsState: true });
}

/** Signs out here and ends every session of the account (requirements A-ACCOUNT-08, A-ACCOUNT-09). */
export const signOutEverywhere = (): void => clearSession(sendSignOutEverywhere);

function clearSession(sendToServer: (token: string) => Promise<unknown>, { keepsState = false } = {}): void {
  const { accessToken } = useSession.getState();
  analytics.track('Logout');
  analytics.reset();
  endSession({ keepsState });
  if (!keepsState) {
    forgetSignInLink();
    clearConnectionToken();
  }
  if (accessToken) void sendWhenOnline(() => sendToServer(accessToken));
}

async function sendWhenOnline(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (failure) {
    logError('Could not sign out on the server', failure);
    if (!navigator.onLine) window.addEventListener('online', () => void sendWhenOnline(send), { once: true });
  }
}

const LINK_EMAIL_KEY = 'loginLinkFor';
const normalize = (email: string): string => email.trim().toLowerCase();

/** Stores that this browser requested a sign-in link: opening it here needs no confirmation (requirement A-MAGIC-11). */
export const rememberSignInLink = (email: string): void => localStorage.setItem(LINK_EMAIL_KEY, normalize(email));

/** Whether the latest sign-in link that this browser requested went to this address. */
export const hasRequestedSignInLink = (email: string): boolean =>
  localStorage.getItem(LINK_EMAIL_KEY) === normalize(email);

export const forgetSignInLink = (): void => localStorage.removeItem(LINK_EMAIL_KEY);
