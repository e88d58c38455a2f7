import type { AccessClaims, Tokens } from '@promenade/contract/access';
import { create } from 'zustand';
import { forgetAll, keepOnlyInThisTab, keptIn, readSlice, writeSlice } from './persisted.ts';
import { decodeAccess, isLoggedIn } from './tokens.ts';

/** `showLogoutDisclaimerModal`: the session ended under a running app; the dialog's OK logs out (A-SESSION-09). */
export interface Session {
  accessToken: string | null;
  refreshToken: string | null;
  showLogoutDisclaimerModal: boolean;
}

const initial: Session = { accessToken: null, refreshToken: null, showLogoutDisclaimerModal: false };
/** Key of the access token beside the persisted state (A-SESSION-23). */
const ACCESS_KEY = 'accessToken';

/** The one live copy of the session of this tab. */
export const useSession = create<Session>(() => initial);

/** Takes up the kept session at start; one that has run out meanwhile is none (A-SESSION-09). */
export function restoreSession(now: number): void {
  const tokens = keptTokens();
  useSession.setState(isLoggedIn(tokens.accessToken, now) ? { ...initial, ...tokens } : initial);
}

/** Signed in: both tokens are kept, on a public computer until the browser closes. */
export function beginSession(tokens: Tokens, publicdevice: boolean): void {
  keptIn().removeItem(ACCESS_KEY);
  keepOnlyInThisTab(publicdevice);
  renewSession(tokens);
}

/** New tokens of the same session, where the old ones are kept. */
export function renewSession(tokens: Tokens): void {
  const renewed = { accessToken: tokens['access-token'], refreshToken: tokens['refresh-token'] };
  keptIn().setItem(ACCESS_KEY, renewed.accessToken);
  writeSlice('authentication', renewed);
  useSession.setState({ ...initial, ...renewed });
}

/** Forgets the session here and, through the storage event, in the other tabs of this browser. */
export function endSession(): void {
  writeSlice('authentication', undefined);
  keptIn().removeItem(ACCESS_KEY);
  // On a public computer nothing at all stays behind.
  if (keptIn() === sessionStorage) forgetAll();
  useSession.setState(initial);
}

/** The session is over but the screen stays until the person has seen why. */
export function announceExpiry(): void {
  if (useSession.getState().accessToken !== null) useSession.setState({ showLogoutDisclaimerModal: true });
}

/** Follows sign-in, refresh and logout of other tabs (A-SESSION-26). Answers how to stop. */
export function followOtherTabs(): () => void {
  const follow = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== keptIn() || (key !== ACCESS_KEY && key !== null)) return;
    restoreSession(Date.now());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Tokens as another tab may have renewed them; the key wins over the persisted state (A-SESSION-23). */
export function keptTokens(): Pick<Session, 'accessToken' | 'refreshToken'> {
  const slice = readSlice('authentication') as Partial<Session> | undefined;
  return {
    accessToken: keptIn().getItem(ACCESS_KEY) ?? slice?.accessToken ?? null,
    refreshToken: slice?.refreshToken ?? null,
  };
}

/** Who is signed in here, by the claims of the access token. */
export function useAccount(): AccessClaims | undefined {
  return decodeAccess(useSession((session) => session.accessToken));
}
