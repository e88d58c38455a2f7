const KEY = 'deepLink';

/** Paths that are remembered when a logged-out visitor opens them (A-ROUTE-30, A-ROUTE-34). */
export const DEEP_LINK_PREFIXES = [
  '/releases/releaseInfo/',
  '/playlists/',
  '/account',
  '/my-network',
  '/recently_played',
  '/flagged',
  '/archived',
  '/settings/',
  '/merge/',
  '/split/',
  '/settings-preferences',
] as const;

/** A path of this player that sign-in leads back to; never an address elsewhere. */
export function isDeepLink(path: string): boolean {
  return DEEP_LINK_PREFIXES.some((prefix) => path.startsWith(prefix)) && !path.includes('\\');
}

/** Keeps path and query for after the sign-in, in this tab, over a reload (A-ROUTE-35). */
export function rememberDeepLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (isDeepLink(pathname)) sessionStorage.setItem(KEY, pathname + search);
}

/** The remembered path, if there is one. */
export function deepLink(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  return path !== null && isDeepLink(path) ? path : undefined;
}

/** Sign-in went there, or elsewhere on purpose. */
export function forgetDeepLink(): void {
  sessionStorage.removeItem(KEY);
}
