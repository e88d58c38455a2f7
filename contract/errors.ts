import * as z from 'zod/mini';

/** The only error table: code -> status and the sentence that API users see. */
export const errors = {
  VALIDATION: [400, 'Something in this request is not right.'],
  INVALID_JSON: [400, 'The body of this request is not valid JSON.'],
  INVALID_TOKEN: [400, 'This link is not valid.'],
  INVALID_CREDENTIALS: [401, 'Your email or password is incorrect. Please try again.'],
  UNAUTHENTICATED: [401, 'You must log in to continue'],
  FORBIDDEN: [403, 'You do not have permission to access this release'],
  NOT_FOUND: [404, 'There is nothing here.'],
  RELEASE_NOT_FOUND: [404, 'Cannot fetch information about this release.'],
  TRACK_NOT_FOUND: [404, 'This track is not known here.'],
  RELEASE_NOT_AVAILABLE: [410, 'This release is no longer available'],
  TOKEN_EXPIRED: [410, 'token expired'],
  TOO_LARGE: [413, 'This request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This kind of body is not understood here; send JSON.'],
  RANGE_NOT_SATISFIABLE: [416, 'This part of the file does not exist.'],
  VERIFICATION_PENDING: [
    425,
    'Your account is under review and an email will follow. Approvals are usually within 24 hours; requests made on Friday after 5 PM or at weekends are handled on Monday.',
  ],
  UNEXPECTED: [500, 'Something went wrong. Please try again later.'],
  BUSY: [503, 'Sorry! The service is currently unavailable'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** The body of every answer that says no; `fields` names the field at fault and why (decision 2). */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
