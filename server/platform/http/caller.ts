import { createHash } from 'node:crypto';

/** The signed-in account behind a request. */
export interface Caller {
  accountid: number;
  playerid: string;
  /** Empty for a personal access token, which opens no route that needs a session. */
  sessionid: string;
  /** The request has a personal access token. */
  isMachine?: true;
  /** The session belongs to a public computer: nothing of its answers may be stored. */
  publicdevice: boolean;
  /** The address this session signed in with. */
  username: string;
  /** Package ids and the negated own account id. A release is visible when its audience has one of them. */
  audience: number[];
  verified: boolean;
  label_staff: boolean;
  operator: boolean;
}

/** Finds the caller of a token; undefined when the token is invalid or its session has ended. */
export interface Authenticator {
  findByAccessToken(token: string): Promise<Caller | undefined>;
  /** The callers of live session cookies, the newest session first; the key is the name of the cookie. */
  findByCookies(cookies: Cookies): Promise<Map<string, Caller>>;
  /**
   * The token must be issued for `object`, such as `audio:<trackid>`, and `cookies` must have the cookie of its session
   * (requirements decision 30).
   */
  findByMediaToken(token: string, object: string, cookies: Cookies): Promise<MediaCaller | undefined>;
  /** Removes ended sessions from the cache of this node at once; other nodes are notified. */
  invalidateSessions(sessionids: string[]): void;
  /** Stops listening for sessions that end on other nodes. */
  close(): Promise<void>;
}

/** By name, in the order of the Cookie header: browsers send the oldest first (RFC 6265 §5.4). */
export type Cookies = Record<string, string | undefined>;

export interface MediaCaller extends Caller {
  /** 128 random bits of a download token, in base64url. */
  taking?: string | undefined;
  /** The key of the stored file that a stream token was made for. */
  file?: string | undefined;
  /** A stream token that staff of the owner got for a preview. */
  isPreview?: boolean | undefined;
}

/** Each session has a cookie of its own, so that two sign-ins in one browser do not stop each other. */
export const SESSION_COOKIE_PREFIX = 'promenade_session_';
const PUBLIC_ID_LENGTH = 16;

/** The name carries a public id of the session, derived from its secret one. */
export const getSessionCookieName = (sessionid: string): string =>
  SESSION_COOKIE_PREFIX + createHash('sha256').update(sessionid).digest('base64url').slice(0, PUBLIC_ID_LENGTH);
