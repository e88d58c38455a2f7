import { paths } from '@promenade/contract/pages';
import { generatePath } from 'react-router';

export { paths };

/** In the order of the tabs (requirement A-ROUTE-22, decision 35); `mobile` is the path on a phone. */
export const accountParts = [
  { subroute: 'profile', mobile: paths.profile },
  { subroute: 'my-network', mobile: paths.network },
  { subroute: 'management', mobile: paths.management },
  { subroute: 'settings-preferences', mobile: paths.settings },
  { subroute: 'what-labels-see', mobile: paths.whatLabelsSee },
] as const;
export type AccountPart = (typeof accountParts)[number]['subroute'];

export const accountPath = (subroute: AccountPart): string => generatePath(paths.accountPart, { subroute });

export const releasePath = (releaseid: string): string => generatePath(paths.release, { releaseid });

export const artistPath = (artistid: string): string => generatePath(paths.artist, { artistid });

export const labelPath = (labelid: string): string => generatePath(paths.label, { labelid });

export const playlistPath = (playlistid: string): string => generatePath(paths.playlist, { playlistid });

export const deskPath = (runid: string): string => generatePath(paths.desk, { runid });

/** The search page without a query. */
export const searchRoot = generatePath(paths.search);

/** The path of the console that a page belongs to; undefined for the pages of listeners. */
export const findConsole = (pathname: string): typeof paths.operator | typeof paths.console | undefined =>
  ([paths.operator, paths.console] as const).find((path) => pathname === path || pathname.startsWith(`${path}/`));

export const isSearchPath = (pathname: string): boolean =>
  pathname === searchRoot || pathname.startsWith(`${searchRoot}/`);

export const searchPath = (query: string, category = 'top'): string =>
  `${generatePath(paths.search, { category })}?${new URLSearchParams({ q: query })}`;

/** The releases of an artist or label (requirements C-ROUTE-10, C-ROUTE-11). */
export const profilePath = (profile: 'artist' | 'label', name: string): string =>
  `${generatePath(paths.search, { category: 'releases', profile })}?${new URLSearchParams({ q: name })}`;
