import * as z from 'zod/mini';
import * as access from './access.ts';
import * as announcements from './announcements.ts';
import * as artists from './artists.ts';
import * as audience from './audience.ts';
import * as calendar from './calendar/calendar.ts';
import * as catalogue from './catalogue.ts';
import * as counts from './counts.ts';
import * as desk from './desk.ts';
import * as downloads from './downloads.ts';
import * as events from './events.ts';
import * as label from './label.ts';
import * as labelFiles from './labelFiles.ts';
import * as labelSettings from './labelSettings.ts';
import * as library from './library.ts';
import * as lists from './lists/lists.ts';
import * as media from './media.ts';
import * as network from './network.ts';
import * as notify from './notify.ts';
import * as operator from './operator.ts';
import * as operatorCatalogue from './operatorCatalogue.ts';
import * as operatorPeople from './operatorPeople.ts';
import * as operatorService from './operatorService.ts';
import * as options from './options.ts';
import * as playlists from './playlists.ts';
import * as privacy from './privacy.ts';
import * as profile from './profile.ts';
import * as releaseHistory from './releaseHistory.ts';
import * as reports from './reports.ts';
import type { Route } from './route.ts';
import * as search from './search.ts';
import * as shelf from './shelf.ts';
import * as signUp from './signUp.ts';
import * as tokens from './tokens.ts';
import * as unsubscribe from './unsubscribe.ts';
import * as uploads from './uploads.ts';

const isRoute = (entry: [string, unknown]): entry is [string, Route] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1] && 'method' in entry[1];

const exported: Record<string, unknown> = {
  ...access,
  ...signUp,
  ...profile,
  ...tokens,
  ...network,
  ...operator,
  ...operatorCatalogue,
  ...operatorPeople,
  ...operatorService,
  ...catalogue,
  ...media,
  ...label,
  ...audience,
  ...labelFiles,
  ...releaseHistory,
  ...announcements,
  ...labelSettings,
  ...library,
  ...lists,
  ...calendar,
  ...counts,
  ...desk,
  ...shelf,
  ...options,
  ...search,
  ...artists,
  ...notify,
  ...unsubscribe,
  ...downloads,
  ...playlists,
  ...events,
  ...privacy,
  ...reports,
  ...uploads,
};

const isSchema = (entry: [string, unknown]): entry is [string, z.ZodMiniObject] => entry[1] instanceof z.ZodMiniObject;

/** The objects that the API document names. */
export const schemas: [string, z.ZodMiniObject][] = Object.entries(exported).filter(isSchema);

export const routes: Record<string, Route> = Object.fromEntries(Object.entries(exported).filter(isRoute));
