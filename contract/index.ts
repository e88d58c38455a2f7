import * as access from './access.ts';
import * as catalogue from './catalogue.ts';
import * as media from './media.ts';
import type { Route } from './route.ts';

const isRoute = (entry: [string, unknown]): entry is [string, Route] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1] && 'access' in entry[1];

const exported: Record<string, unknown> = { ...access, ...catalogue, ...media };

/** Every call there is, by name: what the server must serve. */
export const routes: Record<string, Route> = Object.fromEntries(Object.entries(exported).filter(isRoute));
