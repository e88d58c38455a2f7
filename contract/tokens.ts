import * as z from 'zod/mini';
import { listOf, PageQuery } from './catalogue.ts';
import { RequiredLine } from './fields.ts';
import { API_TOKEN_DAYS, API_TOKEN_DAYS_MAX, PASSWORD_MAX } from './limits.ts';
import { type Route, route } from './route.ts';

/** Begins every personal access token, so that scanners of published code find it. */
export const API_TOKEN_PREFIX = 'promenade_';

/** Whether a personal access token opens a route: calls of labels and operators, without files that a browser shows. */
export const acceptsApiToken = ({ path, access }: Route): boolean =>
  access === undefined && /^\/(label|operator)\/[a-z]/.test(path);

export const ApiTokenId = z.uuid();

export const ApiToken = z.object({
  tokenid: z.uuid(),
  name: z.string(),
  /** ISO instants, UTC; `used` to the minute. */
  created: z.string(),
  expires: z.string(),
  used: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** Newest first. */
export const apiTokens = route({
  method: 'GET',
  path: '/profile/tokens',
  summary: 'Lists the personal access tokens of the calling account.',
  query: PageQuery,
  answer: listOf(ApiToken),
});

/** The only answer with the token itself. `password` is needed when the sign-in is older than ten minutes. */
export const createApiToken = route({
  method: 'POST',
  path: '/profile/tokens',
  summary: 'Makes a personal access token, which calls as this account until it expires.',
  refuses: ['REAUTHENTICATION_REQUIRED', 'API_TOKENS_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
  body: z.object({
    name: RequiredLine,
    days: z._default(z.int().check(z.minimum(1), z.maximum(API_TOKEN_DAYS_MAX)), API_TOKEN_DAYS),
    password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
  }),
  answer: z.extend(ApiToken, { token: z.string() }),
  status: 201,
});

export const revokeApiToken = route({
  method: 'DELETE',
  path: '/profile/tokens/:tokenid',
  summary: 'Revokes a personal access token at once.',
  params: z.object({ tokenid: ApiTokenId }),
});
