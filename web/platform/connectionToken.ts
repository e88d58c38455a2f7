// Always in localStorage: the link is opened before a person chooses whether the computer is public.
const KEY = 'connectionToken';

/** Stores the token of a connection invitation until the next session start sends it (requirement A-ROUTE-05). */
export function setConnectionToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function getConnectionToken(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

export function clearConnectionToken(): void {
  localStorage.removeItem(KEY);
}
