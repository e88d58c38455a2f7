import type { AccessClaims, Tokens } from '@promenade/contract/access';
import * as z from 'zod/mini';
import { create } from 'zustand';
import {
  ACCESS_KEY,
  deleteOldState,
  deleteStoredState,
  getStorage,
  readBrowserSlice,
  setItem,
  setPublicDevice,
  setStateOwner,
  writeBrowserSlice,
} from './persistedState.ts';
import { isLoggedIn, parseAccessToken } from './tokens.ts';

/** `showLogoutDisclaimerModal` opens the dialog about an expired session; its OK signs out (requirement A-SESSION-09). */
interface Session {
  accessToken: string | null;
  refreshToken: string | null;
  showLogoutDisclaimerModal: boolean;
}

const initial: Session = { accessToken: null, refreshToken: null, showLogoutDisclaimerModal: false };

const StoredTokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const useSession = create<Session>(() => initial);

/** Restores the stored session. An expired one stays while it has a refresh token (requirements decision 29). */
export function restoreSession(now: number): void {
  deleteOldState(now);
  const tokens = getStoredTokens();
  const isUsable = tokens.refreshToken ? parseAccessToken(tokens.accessToken) : isLoggedIn(tokens.accessToken, now);
  setSession(isUsable ? tokens : initial);
}

/** Stores both tokens; on a public computer until the browser is closed. */
export function startSession(tokens: Tokens, publicdevice: boolean): void {
  getStorage().removeItem(ACCESS_KEY);
  setPublicDevice(publicdevice);
  updateTokens(tokens);
}

/** Replaces the tokens of the current session. */
export function updateTokens(tokens: Tokens): void {
  const session = { accessToken: tokens['access-token'], refreshToken: tokens['refresh-token'] };
  writeBrowserSlice('authentication', session);
  // Last, because the other tabs then read both tokens.
  setItem(getStorage(), ACCESS_KEY, session.accessToken);
  setSession(session);
}

/**
 * Ends the session in this tab and, through the storage event, in the other tabs of this browser. `keepsState` leaves the
 * state of the account for its next sign-in here, except on a public computer.
 */
export function endSession({ keepsState = false } = {}): void {
  const storage = getStorage();
  if (keepsState && storage === localStorage) {
    setStateOwner(undefined);
    writeBrowserSlice('authentication', undefined);
    storage.removeItem(ACCESS_KEY);
  } else deleteStoredState();
  setSession(initial);
}

/** Opens the dialog about the expired session; the screen behind it stays. */
export function expireSession(): void {
  if (useSession.getState().accessToken !== null) useSession.setState({ showLogoutDisclaimerModal: true });
}

/** Applies sign-in, refresh and sign-out of other tabs (requirement A-SESSION-26). Returns a stop function. */
export function watchOtherTabs(): () => void {
  const handleStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== getStorage() || (key !== ACCESS_KEY && key !== null)) return;
    restoreSession(Date.now());
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

/** Another tab may have updated the tokens. The key overrides the persisted state (requirement A-SESSION-23). */
export function getStoredTokens(): Pick<Session, 'accessToken' | 'refreshToken'> {
  const slice = StoredTokens.safeParse(readBrowserSlice('authentication')).data;
  return {
    accessToken: getStorage().getItem(ACCESS_KEY) ?? slice?.accessToken ?? null,
    refreshToken: slice?.refreshToken ?? null,
  };
}

/** The state of the account is there before a screen sees its session. */
function setSession(session: Partial<Session>): void {
  setStateOwner(parseAccessToken(session.accessToken ?? null)?.playerid);
  useSession.setState({ ...initial, ...session });
}

export function useTokenClaims(): AccessClaims | undefined {
  return parseAccessToken(useSession((session) => session.accessToken));
}

/** Works for a label, or is an operator: sees the console. */
export const isStaff = (account: AccessClaims | undefined): boolean =>
  account?.operator === true || account?.haslabels === true;
