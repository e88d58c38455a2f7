import type { Tokens } from '@promenade/contract/access';
import { analytics } from '../platform/analytics.ts';
import { logged } from '../platform/logged.ts';
import { beginSession, endSession, useSession } from '../platform/session.ts';
import { decodeAccess } from '../platform/tokens.ts';
import { endSessions, signOut } from './data.ts';

/** What a successful sign-in does, whichever way it came (A-SIGNIN-17). */
export function enter(tokens: Tokens, publicdevice: boolean): void {
  const account = decodeAccess(tokens['access-token']);
  analytics.track('Login');
  if (account) analytics.identify(account);
  beginSession(tokens, publicdevice);
}

/** Logs out here at once; the server is told with the old token and nobody waits for it (A-SESSION-17). */
export function leave(): void {
  forget(signOut);
}

/** The same, and the server ends every session of the account (A-ACCOUNT-08, A-ACCOUNT-09). */
export function leaveEverywhere(): void {
  forget(endSessions);
}

function forget(tell: (token: string) => Promise<unknown>): void {
  const { accessToken } = useSession.getState();
  analytics.track('Logout');
  analytics.reset();
  endSession();
  if (accessToken)
    tell(accessToken).catch((failure: unknown) => logged('The logout did not reach the server', failure));
}
