/** The signed-in account behind a request. */
export interface Caller {
  accountid: number;
  playerid: string;
  sessionid: string;
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
  findByPictureCookie(token: string): Promise<Caller | undefined>;
  /** The token must be issued for `object`, such as `audio:<trackid>`. */
  findByMediaToken(token: string, object: string): Promise<Caller | undefined>;
  /** Removes ended sessions from the cache of this node at once; other nodes are notified. */
  invalidateSessions(sessionids: string[]): void;
  /** Stops listening for sessions that end on other nodes. */
  close(): Promise<void>;
}

/** The cookie that authenticates requests for pictures (requirements decision 20). */
export const PICTURE_COOKIE = 'promenade_pictures';
