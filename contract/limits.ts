// The numbers of the requirements (A-CONST, C-CONST) and the limits of requests, with their units.

export const API_TIMEOUT_MS = 25_000;
export const TOKEN_REVALIDATE_MS = 60_000;
/** Tokens count as expired with less time left (requirements A-SESSION-02, C-DOWNLOAD-12). */
export const TOKEN_EXPIRED_MS = 15_000;
/** Tokens are refreshed with less time left (requirement A-SESSION-03). */
export const TOKEN_REFRESH_MS = 5 * 60_000;
/** The first screen waits at most so long for the exchange of an expired token. */
export const SESSION_START_TIMEOUT_MS = 5_000;

export const ACCESS_TOKEN_SECONDS = 30 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
export const PUBLIC_REFRESH_TOKEN_SECONDS = 12 * 3600;
/** How long an exchanged refresh token still works, for second tabs and lost responses (requirements decision 4). */
export const REFRESH_GRACE_MS = 30_000;
/** Links that set a password, merge or split (requirements decision 14). */
export const RESET_LINK_SECONDS = 48 * 3600;
export const SIGN_IN_LINK_SECONDS = 15 * 60;
export const INVITATION_SECONDS = 30 * 24 * 3600;
/** How long a verified address can be used for the sign-up. */
export const EMAIL_PROOF_SECONDS = 24 * 3600;
export const MEDIA_TOKEN_SECONDS = 6 * 3600;

export const PASSWORD_MIN = 7;
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
/** Characters of a one-line field. */
export const LINE_MAX = 200;
export const URL_MAX = 2_000;
/** Characters of a pasted list of addresses. */
export const PASTE_MAX = 100_000;

export const VERIFICATION_CODE_DIGITS = 5;
export const VERIFICATION_CODE_SECONDS = 15 * 60;
/** A code expires after as many wrong attempts (requirements decision 2). */
export const VERIFICATION_CODE_ATTEMPTS = 5;
/** With five attempts each: 50 guesses of 100,000 codes a day. */
export const VERIFICATION_CODES_PER_DAY = 10;
/** Mails to one address that strangers can trigger, over all kinds. */
export const MAILS_PER_MINUTE = 1;
export const MAILS_PER_HOUR = 5;
/** How long a sign-in counts as fresh. */
export const FRESH_SIGN_IN_SECONDS = 10 * 60;
export const API_TOKEN_DAYS = 90;
export const API_TOKEN_DAYS_MAX = 365;
/** Radio formats besides the primary one (requirement A-CONST-05). */
export const EXTRA_FORMATS_MAX = 2;
export const INVITEES_MAX = 5;
export const INVITEE_REMOVE_MS = 300;
export const SHARE_MESSAGE_MAX = 500;
export const CONTACT_MESSAGE_MAX = 3_000;
/** Characters of the note of a reaction. */
export const NOTE_MAX = 300;
/** Of a log of played songs: bytes of the file, lines, songs in one call, plays in one call, plays of one line. */
export const AIRPLAY_FILE_BYTES_MAX = 4 * 1024 * 1024;
export const AIRPLAY_ROWS_MAX = 20_000;
export const AIRPLAY_SONGS_MAX = 200;
export const AIRPLAYS_AT_ONCE_MAX = 1_000;
export const AIRPLAY_TIMES_MAX = 10_000;
/** Calls of an account in an hour, to match a log and to tell plays, each. */
export const AIRPLAY_CALLS_PER_HOUR = 300;

/** Releases of one run of the desk, open runs of an account, decisions of one call. */
export const RUN_RELEASES_MAX = 500;
export const OPEN_RUNS_MAX = 20;
export const RELEASES_AHEAD_MAX = 10;
export const DECISIONS_AT_ONCE_MAX = 50;
export const DECISIONS_PER_MINUTE = 300;
export const RUNS_PER_HOUR = 20;
/** Browsers of an account that show notifications; the newest are kept. */
export const DEVICES_MAX = 20;
export const DEVICES_PER_HOUR = 60;

/** Ranges of one report of a listen, and how late it may come. */
/** Listens and openings of one call. */
export const LISTENING_AT_ONCE_MAX = 50;
export const LISTEN_RANGES_MAX = 200;
/** Reports of listening and opening by one account: a player sends one every five seconds, and at each seek and pause. */
export const LISTENING_REPORTS_PER_HOUR = 7_200;
export const LISTEN_REPORTED_WITHIN_MS = 24 * 3600_000;

export const RELEASE_PAGE_SIZE = 40;
export const FLAGGED_PAGE_SIZE = 40;
export const ARCHIVE_PAGE_SIZE = 40;
export const PLAYLIST_PAGE_SIZE = 40;
export const PLAYLIST_FULL_PAGE_MAX = 10;
export const PAGE_SIZE_MAX = 100;
/** Rows of a list that are loaded before it is printed. */
export const PRINT_MAX = 500;
/** Releases that one call marks. */
export const MARKED_AT_ONCE_MAX = 100;
/** Characters of a list of filter values. */
export const FILTER_MAX = 2_000;
/** Largest `days` filter. */
export const DAYS_MAX = 3_650;

export const PLAYLIST_NAME_MAX = 50;
export const PLAYLIST_DESC_MAX = 100;
export const PLAYLIST_TRACKS_MAX = 1_000;
export const PLAYLIST_THUMBNAILS = 8;
/** Interval of the covers of a card under the pointer. */
export const CAROUSEL_MS = 2_000;
export const PLAYLIST_CARD_PX = 400;
export const PLAYLIST_COLUMNS_MAX = 7;
/** Delay before an error disappears after typing (requirement C-PLAYLIST-08). */
export const ERROR_CLEAR_MS = 300;

/** Leaves some of the browser's six connections per host to streams, pictures and calls. */
export const DOWNLOADS_AT_ONCE = 2;
export const DOWNLOAD_POLL_MS = 1_000;
export const ZIP_POLL_MS = 2_000;
/** A download without new bytes is retried after this time, at most so many times in a row. */
export const DOWNLOAD_STALL_MS = 30_000;
export const DOWNLOAD_RETRIES = 4;
/** First retry delay; doubles with each retry. */
export const DOWNLOAD_RETRY_MS = 1_000;
/** How long a finished file stays in temporary storage while the browser copies it. */
export const DOWNLOAD_FILE_TTL_MS = 10 * 60_000;
export const DOWNLOADS_STORED_MAX = 200;

/** Open event streams of one account on one node. */
export const EVENT_STREAMS_MAX = 10;
/** The server sends a comment line this often; a browser reconnects after twice as long without a byte. */
export const EVENT_HEARTBEAT_MS = 20_000;
/** First delay of a reconnection; doubles with each failure, up to the maximum. */
export const EVENT_RETRY_MS = 1_000;
export const EVENT_RETRY_MAX_MS = 60_000;

/** Trending tracks, and top results of a search (requirements C-CONST-03, C-CONST-04). */
export const TOP_LIST_SIZE = 15;
/** Counting windows (requirements decision 18). */
export const POPULAR_DAYS = 30;
export const TRENDING_DAYS = 7;
/** Seconds that count as having listened (requirements decision 18). */
export const LISTENED_S = 30;
/** When a track counts as sampled or heard (requirements decision 19). */
export const SAMPLED_S = 10;
export const HEARD_SHARE = 0.9;
export const HISTORY_MAX = 40;
/** Checks of deliveries by one account. */
export const CHECKS_PER_HOUR = 120;
/** Reports of one account. */
export const SHEETS_PER_HOUR = 60;

export const SEARCH_TOP_RESULTS = 6;
export const SEARCH_PREVIEW_RESULTS = 4;
/** One more than the preview, to know whether to offer all results (requirement C-SEARCH-08). */
export const SEARCH_PREVIEW_PAGE_SIZE = 5;
export const SEARCH_PAGE_SIZE_MAX = 100;
export const SEARCH_FOCUS_MS = 100;
export const RECENT_SEARCHES_MAX = 15;

export const BYTES_PER_MB = 1_048_576;
export const LYRICS_PREVIEW = 100;
/** Characters of the genres in a table. */
export const GENRES_MAX = 30;
export const COLUMN_MIN_PX = 80;
/** Clicks on headers are ignored this long after a column was resized (requirement C-TABLE-08). */
export const COLUMN_RELEASE_MS = 50;
export const LIST_SKELETONS = 10;
/** Promotional panel by window width, widest first (requirements C-DETAIL-11, C-DETAIL-12). */
export const PROMO_PANEL_PX = [
  { from: 1440, width: 860 },
  { from: 1280, width: 568 },
  { from: 0, width: 320 },
] as const;

export const DEEP_LINK_DELAY_MS = 200;
export const OFFLINE_HIDE_MS = 500;
export const NOTIFICATION_WIDTH_PX = 400;
export const NOTIFICATION_MAX_WIDTH_PX = 443;
export const NOTIFICATION_DISMISS_MS = 5_000;
/** Height of the list of addresses (requirement A-CONST-20). */
export const EMAIL_POPOVER_MAX_PX = 180;

export const MOBILE_BELOW_PX = 768;
export const TABLET_BELOW_PX = 1280;

export const GRID_SKELETONS = 25;
export const SCROLL_TRIGGER = 0.8;
export const SCROLL_THROTTLE_MS = 150;
export const INFINITE_SCROLL_SETUP_MS = 1_000;
/** Minimum card width by window width, widest first (requirement C-GALLERY-18). */
export const GRID_COLUMN_MIN_PX = [
  { from: 1440, min: 200 },
  { from: 768, min: 173 },
  { from: 0, min: 140 },
] as const;

export const VOLUME_DEFAULT = 50;
export const VOLUME_DEBOUNCE_MS = 100;
/** Assumed until the file's metadata is loaded. */
export const DURATION_DEFAULT_S = 1_000_000;
export const RESTART_THRESHOLD_S = 3;
export const SEEK_STEP_S = 0.01;
export const WAVEFORM_PEAKS = 1_800;
export const MP3_KBITS = 320;
export const POPUP_TRACKLIST_PX = 320;

/** Longer titles scroll, by window width, widest first (requirements C-CONST-12, C-CONST-13). */
export const MARQUEE_AFTER_CHARACTERS = [
  { from: 1280, characters: 90 },
  { from: 480, characters: 35 },
  { from: 0, characters: 25 },
] as const;

/** A file is traced in parts, each at most so large, which overlap: an id may be where two parts meet. */
export const TRACE_PART_BYTES = 16 * 1024 * 1024;
/** Of a part that a browser sends: proxies take bodies of 1 MB by default, and slow lines send one in time. */
export const TRACE_SENT_BYTES = 1_000_000;
export const TRACE_OVERLAP_BYTES = 4096;
