import * as access from '@promenade/contract/access';
import * as library from '@promenade/contract/library';
import * as network from '@promenade/contract/network';
import * as profile from '@promenade/contract/profile';
import type { Route } from '@promenade/contract/route';
import * as signUp from '@promenade/contract/signUp';

/** Another way to ask for a call: what stands in path or body goes where the call reads it. */
export interface Alias {
  of: Route;
  method: Route['method'];
  path: Route['path'];
  /** Where two calls share method and path: the field of the body that tells them apart. */
  bodyHas?: string;
}

/** The second readings of the requirements, all of them; handlers know only the canonical form (decision 1). */
export const aliases: Alias[] = [
  { of: access.exchangeLink, method: 'PUT', path: '/auth/pwdless' },
  { of: access.requestLoginLink, method: 'POST', path: '/auth/pwdless', bodyHas: 'email' },
  { of: profile.merge, method: 'PUT', path: '/profile/merge' },
  { of: profile.split, method: 'PUT', path: '/profile/split' },
  { of: network.deleteConnection, method: 'DELETE', path: '/accounts/player/connections/:connected_player_id' },
  { of: network.commentInit, method: 'GET', path: '/release/:releaseid/comment/init' },
  { of: network.commentClick, method: 'GET', path: '/release/:releaseid/comment_click' },
  { of: signUp.recipientForm1, method: 'POST', path: '/recipient_form1' },
  { of: signUp.recipientForm2, method: 'POST', path: '/recipient_form2' },
  { of: library.flagged, method: 'GET', path: '/flagged' },
  { of: library.flagRelease, method: 'POST', path: '/flag' },
  { of: library.archiveRelease, method: 'POST', path: '/archive' },
  { of: library.restoreRelease, method: 'DELETE', path: '/archive', bodyHas: 'releaseid' },
  { of: library.restoreRelease, method: 'DELETE', path: '/archive', bodyHas: 'id' },
  { of: library.clearArchive, method: 'DELETE', path: '/archive/clear' },
];
