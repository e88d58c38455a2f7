import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * `public`: anyone. `picture`: an access token or a session cookie, for <img> and new windows (requirements decision 20).
 * `media`: an access token, or a media token in the address together with the cookie of its session (decision 30 there).
 */
type Access = 'public' | 'picture' | 'media';
/** Other accounts are refused with NOT_VERIFIED, or get NOT_FOUND from calls of operators. */
export type Role = 'verified' | 'operator';

type Schema = z.ZodMiniType;

/** One API call; `path` is relative to `/api`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** Without it an access token in the Authorization header is needed. */
  access?: Access;
  role?: Role;
  /** With `media`: the token must be issued for `<object>:<id of the path>`. */
  object?: 'audio' | 'video' | 'audio-download' | 'video-download' | 'zip' | 'playlist' | 'pickup';
  /** One sentence for the API document. */
  summary: string;
  /** For the API document; what every route refuses, such as an invalid field, is not repeated. */
  refuses?: readonly ErrorCode[];
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** JSON response; `file` is the media type of any other one. */
  answer?: Schema;
  file?: string;
  /** Tells the other browsers of the account that its lists and counts changed. */
  changes?: 'counts';
  /**
   * A call that adds something. With the same `Idempotency-Key` it is made once, however often it comes, and gets the first
   * answer again.
   */
  once?: true;
  /** 200 by default; 204 without `answer` and `file`. */
  status?: number;
}

/** Declares a route with its exact types. Bundlers leave out what a page does not use. */
// @__NO_SIDE_EFFECTS__
export const route = <const R extends Route>(definition: R): R => definition;

/** A part whose schema has a default may be left out. */
type Part<K extends string, S> = S extends Schema
  ? undefined extends z.input<S>
    ? { [key in K]?: z.input<S> }
    : { [key in K]: z.input<S> }
  : { [key in K]?: undefined };

/** Input of the client. */
export type RouteRequest<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']>;
/** Input of the server, parsed by the schemas. */
export type RouteInput<R extends Route> = {
  [K in 'params' | 'query' | 'body']: R[K] extends Schema ? z.output<R[K]> : undefined;
};
export type RouteAnswer<R extends Route> = R['answer'] extends Schema ? z.infer<R['answer']> : undefined;
