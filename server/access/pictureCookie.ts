import type { FastifyReply } from 'fastify';
import { PICTURE_COOKIE } from '../platform/http/caller.ts';
import type { Config } from '../platform/process/config.ts';

/** Out of reach for scripts and other sites; it shows pictures and changes nothing (decision 20). */
const attributes = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  ({ path: '/api', httpOnly: true, sameSite: 'strict', secure: publicUrl?.startsWith('https:') ?? false }) as const;

/** Without `expires` it ends with the browser. */
export function setPictureCookie(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  { value, expires }: { value: string; expires: Date | undefined },
): void {
  reply.setCookie(PICTURE_COOKIE, value, { ...attributes(config), ...(expires && { expires }) });
}

/** Takes the cookie back at sign-out. */
export function clearPictureCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>): void {
  reply.clearCookie(PICTURE_COOKIE, attributes(config));
}
