const KEY = 'loginLinkFor';
const same = (email: string): string => email.trim().toLowerCase();

/** This browser asked for a sign-in link to this address: opening it here needs no question (A-MAGIC-11). */
export function rememberLoginLink(email: string): void {
  localStorage.setItem(KEY, same(email));
}

/** Whether the newest sign-in link that this browser asked for went to this address. */
export const askedForLoginLink = (email: string): boolean => localStorage.getItem(KEY) === same(email);

/** The link was used. */
export function forgetLoginLink(): void {
  localStorage.removeItem(KEY);
}
