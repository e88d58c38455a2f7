/** The pages of the player, as React Router writes them: `:name` is a segment, `?` makes it optional. No other file of the web app spells out a path. */
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
  artist: '/artists/:artistid',
  label: '/labels/:labelid',
  playlists: '/playlists',
  playlist: '/playlists/:playlistid',
  flagged: '/flagged',
  archived: '/archived',
  history: '/recently_played',
  shelf: '/shelf',
  unsubscribe: '/unsubscribe/:token',
  account: '/account',
  accountPart: '/account/:subroute',
  profile: '/profile',
  management: '/account-management',
  settings: '/settings-preferences',
  network: '/my-network',
  desk: '/desk/:runid',
  whatLabelsSee: '/what-labels-see',
  merge: '/merge/:token',
  split: '/split/:token',
  operator: '/operator',
  console: '/label',
} as const;

/** Pages of the consoles below their first segment are routes of their own. */
const CONSOLES: readonly string[] = [paths.operator, paths.console];

const patterns = Object.values(paths).map((path) => path.split('/').filter(Boolean));

/** Whether an address is that of a page. A segment may have any text: mail programs and scanners mangle ids and tokens. */
export function isPagePath(path: string): boolean {
  const segments = path.split('/').filter(Boolean);
  if (CONSOLES.includes(`/${segments[0]}`)) return true;
  return patterns.some(
    (pattern) =>
      segments.length <= pattern.length &&
      pattern.every((part, index) =>
        segments[index] === undefined ? part.endsWith('?') : part.startsWith(':') || part === segments[index],
      ),
  );
}
