import * as z from 'zod/mini';

/** Status and message of every error code. */
export const errors = {
  VALIDATION: [400, 'This request is invalid.'],
  INVALID_JSON: [400, 'The body of this request is not valid JSON.'],
  INVALID_TOKEN: [400, 'This link is not valid.'],
  INVALID_EMAIL: [400, 'Invalid Email'],
  INVALID_CODE: [400, 'Please input a valid verification code'],
  TERMS_NOT_ACCEPTED: [400, 'please accept terms'],
  INVALID_CREDENTIALS: [401, 'Your email or password is incorrect. Please try again.'],
  UNAUTHENTICATED: [401, 'You must log in to continue'],
  FORBIDDEN: [403, 'You do not have permission to access this release'],
  ACCOUNT_INACTIVE: [403, 'There may be an issue with this account'],
  INVALID_EMAIL_TOKEN: [403, 'invitation link has expired'],
  CROSS_SITE: [403, 'This is only possible from this site itself.'],
  REAUTHENTICATION_REQUIRED: [403, 'Please confirm this with your password, or sign in again.'],
  NOT_VERIFIED: [403, 'This is only for verified users.'],
  OPERATORS_ONLY: [403, 'This is only for operators.'],
  NOT_CONNECTED: [403, 'You can share with your verified connections only.'],
  SHARING_NOT_ALLOWED: [403, 'This release cannot be shared.'],
  COMMENTING_NOT_ALLOWED: [403, 'This release does not accept contact requests.'],
  STREAM_ONLY: [403, 'This can be streamed but not downloaded.'],
  DOWNLOADS_OFF: [403, 'Downloads are turned off here.'],
  NOT_YOUR_EMAIL: [403, 'This email does not belong to this account.'],
  NOT_FOUND: [404, 'Not found.'],
  RELEASE_NOT_FOUND: [404, 'Cannot fetch information about this release.'],
  TRACK_NOT_FOUND: [404, 'This track does not exist.'],
  PLAYLIST_NOT_FOUND: [404, 'This playlist does not exist.'],
  FORMAT_NOT_AVAILABLE: [404, 'This recording is not available in this format.'],
  EMAIL_UNKNOWN: [404, 'Sorry, this email is not recognized by our system'],
  CONNECTION_NOT_FOUND: [404, 'This person is not one of your connections.'],
  REQUEST_TIMEOUT: [408, 'This request took too long to arrive.'],
  CHECK_EMAIL_FAILED: [409, 'you already have an account'],
  EMAIL_TAKEN: [409, 'This email already has an account.'],
  CODE_EXPIRED: [409, 'verification code expired'],
  SIGNUP_FAILED: [409, 'Oops something went wrong. Please try again.'],
  EMAIL_ASSOCIATED: [409, 'email already associated with this account'],
  RELEASE_ARCHIVED: [409, 'An archived release cannot be flagged.'],
  PLAYLIST_FULL: [409, 'This playlist is full.'],
  ONLY_EMAIL: [409, 'cannot remove the only email address'],
  EMAIL_IN_USE: [409, 'The email you signed in with cannot be removed.'],
  INVITATION_NOT_YOURS: [409, 'not for this user'],
  INVITATION_ACCEPTED: [410, 'already accepted'],
  RELEASE_NOT_AVAILABLE: [410, 'This release is no longer available'],
  TOKEN_EXPIRED: [410, 'token expired'],
  TOO_LARGE: [413, 'This request is too large.'],
  URL_TOO_LONG: [414, 'The address of this request is too long.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported media type: send JSON.'],
  RANGE_NOT_SATISFIABLE: [416, 'The requested range cannot be satisfied.'],
  VERIFICATION_PENDING: [
    425,
    'Your account is under review and an email will follow. Approvals are usually within 24 hours; requests made on Friday after 5 PM or at weekends are handled on Monday.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please try again later.'],
  TOO_MANY_TRANSFERS: [429, 'Too many songs and downloads are running at once. Please wait until one has finished.'],
  HEADERS_TOO_LARGE: [431, 'The headers of this request are too large.'],
  DOWNLOAD_LIMIT: [429, 'This account has downloaded very much within an hour. Please go on later.'],
  FILE_DAMAGED: [500, 'This file is damaged here and cannot be sent. Please try again later.'],
  UNEXPECTED: [500, 'Something went wrong. Please try again later.'],
  BUSY: [503, 'Sorry! The service is currently unavailable'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** Body of every refusal; `fields` maps invalid fields to messages (requirements decision 2). */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
