/** Not where the session is kept: the link is opened before anybody says whether the computer is public. */
const KEY = 'connectionToken';

/** Keeps the token of an invitation to connect until the next start with a session sends it (A-ROUTE-05). */
export function keepConnectionToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/** The invitation that waits to be accepted; undefined when none does. */
export function connectionToken(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

/** The invitation was accepted, or can never be. */
export function forgetConnectionToken(): void {
  localStorage.removeItem(KEY);
}
