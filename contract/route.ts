import type * as z from 'zod/mini';

/**
 * Who may call: `public` anyone; `player` a signed-in account by its access token in the Authorization header;
 * `picture` the same or the session cookie, for what an <img> or a new window asks (decision 20);
 * `media` the Authorization header or a media token in the address (decision 22).
 */
export type Access = 'public' | 'player' | 'picture' | 'media';
/** What the calling account must be beyond signed in; others get NOT_VERIFIED or OPERATORS_ONLY. */
export type Role = 'verified' | 'operator';

type Schema = z.ZodMiniType;

/** One call: its address below `/api`, who may make it, what it takes and what it answers. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  access: Access;
  role?: Role;
  /** With `media`: what a token must have been made for, `<object>:<id of the path>`. */
  object?: 'audio' | 'video' | 'zip' | 'playlist';
  /** One sentence for the API document. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** JSON unless `file` names a media type. */
  answer?: Schema;
  file?: string;
  /** 200 unless said otherwise; 204 without `answer` and `file`. */
  status?: number;
}

/** Declares a call, keeping its exact types for both sides. */
export const route = <const R extends Route>(declared: R): R => declared;

type Part<K extends string, S> = S extends Schema ? { [key in K]: z.input<S> } : { [key in K]?: undefined };

/** What the browser sends. */
export type Ask<R extends Route> = Part<'params', R['params']> & Part<'query', R['query']> & Part<'body', R['body']>;
/** What the server reads, after the schemas. */
export type Asked<R extends Route> = {
  [K in 'params' | 'query' | 'body']: R[K] extends Schema ? z.output<R[K]> : undefined;
};
/** What comes back as JSON. */
export type Answer<R extends Route> = R['answer'] extends Schema ? z.infer<R['answer']> : undefined;
