import type { Tokens } from '@promenade/contract/access';
import { ACCESS_TOKEN_SECONDS } from '@promenade/contract/limits';
import { AccessToken, PictureToken, signToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';

/** A live session with what its tokens say about the account. */
export interface Holder {
  sessionid: string;
  playerid: string;
  /** The address in use. */
  username: string;
  firstname: string;
  lastname: string;
  publicdevice: boolean;
  verified: boolean;
  label_staff: boolean;
  operator: boolean;
}

/** What a sign-in or a refresh hands out. */
export interface Grant {
  tokens: Tokens;
  /** The cookie that shows pictures; on a public computer it ends with the browser. */
  cookie: { value: string; expires: Date | undefined };
}

/** Signs the tokens of a session; `expires` is the end of its refresh token. */
export async function grant(
  secrets: Secrets,
  holder: Holder,
  refreshToken: string,
  expires: Date,
  now: Date,
): Promise<Grant> {
  const { sessionid, playerid, username, firstname, lastname, publicdevice, verified, label_staff, operator } = holder;
  const fullname = `${firstname} ${lastname}`.trim() || username;
  const claims = {
    sid: sessionid,
    playerid,
    email: username,
    fullname,
    username,
    verified,
    label_staff,
    ...(operator && { operator }),
  };
  const accessExpires = new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000);
  const [access, picture] = await Promise.all([
    signToken(secrets, AccessToken, claims, accessExpires),
    signToken(secrets, PictureToken, { sid: sessionid }, expires),
  ]);
  return {
    tokens: { 'access-token': access, 'refresh-token': refreshToken },
    cookie: { value: picture, expires: publicdevice ? undefined : expires },
  };
}
