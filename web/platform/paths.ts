import { generatePath } from 'react-router';

/** The route table: the only place that spells an address of the player. */
export const paths = {
  home: '/',
  login: '/login',
  setPassword: '/resetpwd/:token',
  releases: '/releases',
  release: '/releases/releaseInfo/:releaseid',
} as const;

/** The address of one release's page. */
export const releasePath = (releaseid: string): string => generatePath(paths.release, { releaseid });
