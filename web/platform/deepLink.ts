const KEY = 'deepLink';

/** Paths that sign-in returns to (requirements A-ROUTE-30, A-ROUTE-34). */
const DEEP_LINK_PREFIXES = [
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

/** Rejects addresses of other origins. */
export function isDeepLink(path: string): boolean {
  return DEEP_LINK_PREFIXES.some((prefix) => path.startsWith(prefix)) && !path.includes('\\');
}

/** Stores path and query for after the sign-in; survives a reload of this tab (requirement A-ROUTE-35). */
export function setDeepLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (isDeepLink(pathname)) sessionStorage.setItem(KEY, pathname + search);
}

export function getDeepLink(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  return path !== null && isDeepLink(path) ? path : undefined;
}

export function clearDeepLink(): void {
  sessionStorage.removeItem(KEY);
}
