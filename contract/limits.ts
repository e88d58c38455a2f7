/** Every number of the specification, named, with its unit. */

export const API_TIMEOUT_MS = 25_000;
export const TOKEN_REVALIDATE_MS = 60_000;
/** A token with less than this left counts as expired (A-SESSION-02, C-DOWNLOAD-12). */
export const TOKEN_EXPIRED_MS = 15_000;
/** A token with less than this left is refreshed (A-SESSION-03). */
export const TOKEN_REFRESH_MS = 5 * 60_000;

export const ACCESS_TOKEN_SECONDS = 30 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
export const PUBLIC_REFRESH_TOKEN_SECONDS = 12 * 3600;
/** A rotated refresh token is still answered this long: a second tab, a lost answer (decision 4). */
export const REFRESH_GRACE_MS = 30_000;
/** Links that reset or set a password, merge or split (decision 14). */
export const RESET_LINK_SECONDS = 48 * 3600;
export const LOGIN_LINK_SECONDS = 15 * 60;
export const INVITATION_SECONDS = 30 * 24 * 3600;
/** How long a verified code may wait for the rest of the sign-up. */
export const EMAIL_PROOF_SECONDS = 24 * 3600;
export const MEDIA_TOKEN_SECONDS = 6 * 3600;

export const PASSWORD_MIN = 7;
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
/** Longest line of a form, in characters. */
export const LINE_MAX = 200;
export const URL_MAX = 2_000;

export const VERIFICATION_CODE_DIGITS = 5;
export const VERIFICATION_CODE_SECONDS = 15 * 60;
/** After as many wrong tries a code counts as expired (decision 2). */
export const VERIFICATION_CODE_ATTEMPTS = 5;
export const VERIFICATION_CODES_PER_HOUR = 5;
/** Formats beside the primary one at sign-up (A-CONST-05). */
export const EXTRA_FORMATS_MAX = 2;
export const INVITEES_MAX = 5;
/** Of the animation that removes an invitee from the list. */
export const INVITEE_REMOVE_MS = 300;
export const SHARE_MESSAGE_MAX = 500;
export const CONTACT_MESSAGE_MAX = 3_000;

export const RELEASE_PAGE_SIZE = 40;
export const FLAGGED_PAGE_SIZE = 40;
export const ARCHIVE_PAGE_SIZE = 40;
export const PLAYLIST_PAGE_SIZE = 40;
/** A page of playlists that brings their tracks is cut to this size. */
export const PLAYLIST_FULL_PAGE_MAX = 10;
export const PAGE_SIZE_MAX = 100;
/** Longest list of filter ids in an address, in characters. */
export const FILTER_MAX = 2_000;
/** Longest look back by available date. */
export const DAYS_MAX = 3_650;

export const PLAYLIST_NAME_MAX = 50;
export const PLAYLIST_DESC_MAX = 100;
export const PLAYLIST_TRACKS_MAX = 1_000;
export const PLAYLIST_THUMBNAILS = 8;
/** Of a card's covers while the pointer is over it. */
export const CAROUSEL_MS = 2_000;
export const PLAYLIST_CARD_PX = 400;
export const PLAYLIST_COLUMNS_MAX = 7;
/** How long the error at an empty name stays after something was typed (C-PLAYLIST-08). */
export const ERROR_CLEAR_MS = 300;

/** Downloads at once: a browser has six connections to a host, and streams, pictures and calls need some. */
export const DOWNLOADS_AT_ONCE = 2;
/** How often the next waiting download is looked for, and how often a zip is asked whether it is ready. */
export const DOWNLOAD_LOOP_MS = 1_000;
export const ZIP_POLL_MS = 2_000;
/** A download of which no byte came for so long is taken up again, so many times in a row without a new byte. */
export const DOWNLOAD_STALL_MS = 30_000;
export const DOWNLOAD_RETRIES = 4;
/** Before the first of them; each next one waits twice as long. */
export const DOWNLOAD_RETRY_MS = 1_000;
/** A browser that took a file over copies it; until then it stays where it was. */
export const DOWNLOAD_KEEP_MS = 10 * 60_000;
/** Lines of the download manager that survive a reload. */
export const DOWNLOADS_KEPT = 200;

/** The trending songs, and the merged top of a search (C-CONST-03, C-CONST-04). */
export const TOP_LIST_SIZE = 15;
/** Of the popular sort, in days, and that of trending (decision 18). */
export const POPULAR_DAYS = 30;
export const TRENDING_DAYS = 7;
/** Seconds of a track that count as having listened (decision 18). */
export const LISTENED_S = 30;
/** Seconds that sample a track, and the share of its length that hears it (decision 19). */
export const SAMPLED_S = 10;
export const HEARD_SHARE = 0.9;
export const HISTORY_MAX = 40;
/** Sheets and tables of releases, by one account. */
export const REPORTS_PER_HOUR = 60;

export const SEARCH_TOP_RESULTS = 6;
export const SEARCH_PREVIEW = 4;
/** What a category is asked for: one more than its preview shows, which decides whether see-all shows (C-SEARCH-08). */
export const SEARCH_PREVIEW_ASKED = 5;
export const SEARCH_ALL = 100;
export const SEARCH_FOCUS_MS = 100;
export const RECENT_SEARCHES_MAX = 15;

export const BYTES_PER_MB = 1_048_576;
export const LYRICS_PREVIEW = 100;
/** Longest genre text of a table, in characters. */
export const GENRES_MAX = 30;
export const COLUMN_MIN_PX = 80;
/** After a column was dragged, clicks on headers sort again only this much later (C-TABLE-08). */
export const COLUMN_RELEASE_MS = 50;
export const COMBOBOX_POPOVER_PX = 216;
/** From here tables show all their columns (C-LIST-10). */
export const WIDE_MIN_PX = 1280;
export const LIST_SKELETONS = 10;
/** Promotional side panel by window width, widest first (C-DETAIL-11, C-DETAIL-12). */
export const PROMO_PANEL_PX = [
  { from: 1440, width: 860 },
  { from: 1280, width: 568 },
  { from: 0, width: 320 },
] as const;
export const PULL_TO_REFRESH_PX = 100;

export const DEEP_LINK_DELAY_MS = 200;
export const OFFLINE_HIDE_MS = 500;
export const NOTIFICATION_WIDTH_PX = 400;
export const NOTIFICATION_MAX_WIDTH_PX = 443;
export const NOTIFICATION_DISMISS_MS = 5_000;
/** Tallest list of addresses to choose from (A-CONST-20). */
export const EMAIL_POPOVER_MAX_PX = 180;

export const MOBILE_BELOW_PX = 768;
export const TABLET_BELOW_PX = 1280;
/** The invite button hides in windows of these widths, both ends included (A-SHELL-29). */
export const INVITE_HIDDEN_FROM_PX = 1024;
export const INVITE_HIDDEN_TO_PX = 1439;

export const GRID_SKELETONS = 25;
export const SCROLL_TRIGGER = 0.8;
export const SCROLL_THROTTLE_MS = 150;
export const SCROLL_RESTORE_MS = 100;
export const INFINITE_SCROLL_SETUP_MS = 1_000;
/** Smallest card width by window width, widest first (C-GALLERY-18). */
export const GRID_COLUMN_MIN_PX = [
  { from: 1440, min: 200 },
  { from: 768, min: 173 },
  { from: 0, min: 140 },
] as const;

export const VOLUME_DEFAULT = 50;
export const VOLUME_DEBOUNCE_MS = 100;
/** Seconds a player shows before the file told its own. */
export const DURATION_DEFAULT_S = 1_000_000;
export const RESTART_THRESHOLD_S = 3;
export const SEEK_STEP_S = 0.01;
export const WAVEFORM_PEAKS = 1_800;
export const MP3_KBITS = 320;
export const POPUP_TRACKLIST_PX = 320;

/** Longest title, in characters, before it scrolls, by window width, widest first (C-CONST-12, C-CONST-13). */
export const MARQUEE_BEYOND = [
  { from: 1280, characters: 90 },
  { from: 480, characters: 35 },
  { from: 0, characters: 25 },
] as const;
