import * as access from '@promenade/contract/access';
import * as library from '@promenade/contract/library';
import * as network from '@promenade/contract/network';
import * as profile from '@promenade/contract/profile';
import type { Route } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';

/** A second method and path of a route. Its path parameters and body fields are interchangeable. */
export interface Alias {
  route: Route;
  method: Route['method'];
  path: Route['path'];
  /** Selects this route by a body field when several routes share method and path. */
  bodyHas?: string;
}

/** The alternative spellings in the requirements; handlers only know the canonical form (requirements decision 1). */
export const aliases: Alias[] = [
  { route: access.exchangeSignInLink, method: 'PUT', path: '/auth/pwdless' },
  { route: access.requestSignInLink, method: 'POST', path: '/auth/pwdless', bodyHas: 'email' },
  { route: profile.merge, method: 'PUT', path: '/profile/merge' },
  { route: profile.split, method: 'PUT', path: '/profile/split' },
  { route: network.deleteConnection, method: 'DELETE', path: '/accounts/player/connections/:connected_player_id' },
  { route: network.commentInit, method: 'GET', path: '/release/:releaseid/comment/init' },
  { route: network.commentClick, method: 'GET', path: '/release/:releaseid/comment_click' },
  { route: signUp.recipientForm1, method: 'POST', path: '/recipient_form1' },
  { route: signUp.recipientForm2, method: 'POST', path: '/recipient_form2' },
  { route: library.flagged, method: 'GET', path: '/flagged' },
  { route: library.flagRelease, method: 'POST', path: '/flag' },
  { route: library.archiveRelease, method: 'POST', path: '/archive' },
  { route: library.restoreRelease, method: 'DELETE', path: '/archive', bodyHas: 'releaseid' },
  { route: library.restoreRelease, method: 'DELETE', path: '/archive', bodyHas: 'id' },
  { route: library.clearArchive, method: 'DELETE', path: '/archive/clear' },
];
