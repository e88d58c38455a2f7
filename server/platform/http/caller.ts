/** The signed-in account behind a request. */
export interface Caller {
  accountid: number;
  playerid: string;
  sessionid: string;
  /** The address this session signed in with. */
  username: string;
  /** Package ids and the negative own account id: what `releases.audience` must share one of. */
  audience: number[];
  verified: boolean;
  label_staff: boolean;
  operator: boolean;
}

/** Finds the live session behind a token; undefined when the token or its session is not alive. */
export interface Callers {
  byAccessToken(token: string): Promise<Caller | undefined>;
  byPictureCookie(token: string): Promise<Caller | undefined>;
  /** `object` as the token was made for: `audio:<trackid>`. */
  byMediaToken(token: string, object: string): Promise<Caller | undefined>;
  /** These sessions ended here: this node must not wait until it hears so. */
  forget(sessionids: string[]): void;
  /** Stops listening for sessions that end on other nodes. */
  close(): Promise<void>;
}

/** The name of the cookie that lets the browser ask for pictures (decision 20). */
export const PICTURE_COOKIE = 'promenade_pictures';
