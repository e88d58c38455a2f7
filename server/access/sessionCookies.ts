import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { type Caller, getSessionCookieName } from '../platform/http/caller.ts';
import type { Config } from '../platform/process/config.ts';
import { listSessionCookies } from './authenticator.ts';
import type { SessionContext, SessionTokens } from './sessions.ts';

type Context = Pick<AppContext, 'config'> & Pick<SessionContext, 'authenticator'>;
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sets the cookie of a session that starts or is refreshed, and clears those of sessions that ended. */
export async function setSessionCookie(
  context: Context,
  { request, reply }: Exchange,
  { name, value, expires }: SessionTokens['cookie'],
): Promise<void> {
  reply.setCookie(name, value, { ...cookieAttributes(context.config), ...(expires && { expires }) });
  await clearEndedCookies(context, { request, reply }, name);
}

/** Makes the browser forget an ended session: its cookie and what it stored (requirements decision 30). */
export async function clearSession(
  context: Context,
  exchange: Exchange,
  { sessionid, publicdevice }: Caller,
): Promise<undefined> {
  const name = getSessionCookieName(sessionid);
  exchange.reply.clearCookie(name, cookieAttributes(context.config));
  exchange.reply.header('clear-site-data', publicdevice ? '"cache", "storage"' : '"cache"');
  await clearEndedCookies(context, exchange, name);
}

/** Also clears cookies that are never tried because there are too many. */
async function clearEndedCookies(
  { config, authenticator }: Context,
  { request, reply }: Exchange,
  except: string,
): Promise<void> {
  const live = await authenticator.findByCookies(request.cookies);
  for (const name of listSessionCookies(request.cookies))
    if (name !== except && !live.has(name)) reply.clearCookie(name, cookieAttributes(config));
}

/** Scripts and other sites cannot read the cookie. It opens pictures and, with a media token, audio; it changes nothing. */
const cookieAttributes = ({ publicUrl }: Config) =>
  ({ path: '/api', httpOnly: true, sameSite: 'strict', secure: publicUrl?.startsWith('https:') ?? false }) as const;
