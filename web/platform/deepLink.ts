import { getStateOwner } from './persistedState.ts';

const KEY = 'deepLink';
/** The account whose expired session was to open the path. */
const OWNER_KEY = 'deepLinkOwner';

/** Paths that sign-in returns to (requirements A-ROUTE-30, A-ROUTE-34, decision 38). */
const DEEP_LINK_PREFIXES = [
  '/releases/releaseInfo/',
  '/playlists/',
  '/artists/',
  '/desk/',
  '/label',
  '/operator',
  '/account',
  '/my-network',
  '/recently_played',
  '/flagged',
  '/archived',
  '/shelf',
  '/settings',
  '/merge/',
  '/split/',
  '/what-labels-see',
] as const;

/** Rejects what a browser reads as something else than a plain path of this origin. */
export function isDeepLink(path: string): boolean {
  if (!URL.canParse(path, location.origin)) return false;
  const { origin, pathname, search } = new URL(path, location.origin);
  if (origin !== location.origin || pathname + search !== path || pathname.includes('//')) return false;
  return DEEP_LINK_PREFIXES.some((prefix) => pathname.startsWith(prefix));
}

/** Stores path and query for after the sign-in, of this account if given; survives a reload of this tab (requirement A-ROUTE-35). */
export function setDeepLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>, account?: string): void {
  if (!isDeepLink(pathname)) return;
  sessionStorage.setItem(KEY, pathname + search);
  if (account === undefined) sessionStorage.removeItem(OWNER_KEY);
  else sessionStorage.setItem(OWNER_KEY, account);
}

export function getDeepLink(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  const owner = sessionStorage.getItem(OWNER_KEY);
  if (owner !== null && owner !== getStateOwner()) return undefined;
  return path !== null && isDeepLink(path) ? path : undefined;
}

export function clearDeepLink(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(OWNER_KEY);
}
