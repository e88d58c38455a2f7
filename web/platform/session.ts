import type { AccessClaims, Tokens } from '@promenade/contract/access';
import { create } from 'zustand';
import { clearPersistedState, getStorage, readSlice, setPublicDevice, writeSlice } from './persistedState.ts';
import { isLoggedIn, parseAccessToken } from './tokens.ts';

/** `showLogoutDisclaimerModal` opens the dialog about an expired session; its OK signs out (requirement A-SESSION-09). */
interface Session {
  accessToken: string | null;
  refreshToken: string | null;
  showLogoutDisclaimerModal: boolean;
}

const initial: Session = { accessToken: null, refreshToken: null, showLogoutDisclaimerModal: false };
/** Storage key next to the persisted state (requirement A-SESSION-23). */
const ACCESS_KEY = 'accessToken';

export const useSession = create<Session>(() => initial);

/** Restores the stored session unless it has expired (requirement A-SESSION-09). */
export function restoreSession(now: number): void {
  const tokens = getStoredTokens();
  useSession.setState(isLoggedIn(tokens.accessToken, now) ? { ...initial, ...tokens } : initial);
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
  getStorage().setItem(ACCESS_KEY, session.accessToken);
  writeSlice('authentication', session);
  useSession.setState({ ...initial, ...session });
}

/** Ends the session in this tab and, through the storage event, in the other tabs of this browser. */
export function endSession(): void {
  writeSlice('authentication', undefined);
  getStorage().removeItem(ACCESS_KEY);
  // A public computer keeps no data.
  if (getStorage() === sessionStorage) clearPersistedState();
  useSession.setState(initial);
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
  const slice = readSlice('authentication') as Partial<Session> | undefined;
  return {
    accessToken: getStorage().getItem(ACCESS_KEY) ?? slice?.accessToken ?? null,
    refreshToken: slice?.refreshToken ?? null,
  };
}

export function useAccount(): AccessClaims | undefined {
  return parseAccessToken(useSession((session) => session.accessToken));
}
