import { generatePath } from 'react-router';

/** The route table: the only place that spells an address of the player. */
export const paths = {
  home: '/',
  login: '/login',
  signIn: '/signin/:signInConnectionToken',
  verify: '/authverify/:token',
  setPassword: '/resetpwd/:token',
  forgotPassword: '/forgot-password',
  signUp: '/signup',
  invited: '/signup/:token',
  releases: '/releases',
  release: '/releases/releaseInfo/:releaseid',
  search: '/search/:category?/:profile?',
  playlists: '/playlists',
  playlist: '/playlists/:playlistid',
  flagged: '/flagged',
  archived: '/archived',
  history: '/recently_played',
  unsubscribe: '/unsubscribe/:token',
  account: '/account',
  accountPart: '/account/:subroute',
  profile: '/profile',
  management: '/account-management',
  settings: '/settings-preferences',
  network: '/my-network',
  merge: '/merge/:token',
  split: '/split/:token',
  outbox: '/operator/outbox',
} as const;

/** The parts of the account area, in the order of their tabs (A-ROUTE-22), each with its address on a phone. */
export const accountParts = [
  { subroute: 'profile', mobile: paths.profile },
  { subroute: 'my-network', mobile: paths.network },
  { subroute: 'management', mobile: paths.management },
  { subroute: 'settings-preferences', mobile: paths.settings },
] as const;
export type AccountPart = (typeof accountParts)[number]['subroute'];

/** The address of a part of the account area as a tab. */
export const accountPath = (subroute: AccountPart): string => generatePath(paths.accountPart, { subroute });

/** The address of one release's page. */
export const releasePath = (releaseid: string): string => generatePath(paths.release, { releaseid });

/** The address of one playlist. */
export const playlistPath = (playlistid: string): string => generatePath(paths.playlist, { playlistid });

/** The search before anything is typed. */
export const searchHome = generatePath(paths.search);

/** Whether an address is one of the search. */
export const isSearch = (pathname: string): boolean => pathname === searchHome || pathname.startsWith(`${searchHome}/`);

/** The address of a search: all sections, or one tab of it. */
export const searchPath = (query: string, category = 'top'): string =>
  `${generatePath(paths.search, { category })}?${new URLSearchParams({ q: query })}`;

/** The releases of one artist or label (C-ROUTE-10, C-ROUTE-11). */
export const profilePath = (profile: 'artist' | 'label', name: string): string =>
  `${generatePath(paths.search, { category: 'releases', profile })}?${new URLSearchParams({ q: name })}`;
