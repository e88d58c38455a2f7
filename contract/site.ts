import * as z from 'zod/mini';

/** What the installation decides and the page needs before its first call; stands in index.html as JSON. */
export const Site = z.object({
  supportUrl: z.string(),
  supportEmail: z.string(),
  privacyUrl: z.string(),
  companyUrl: z.string(),
  /** The terms that sign-up and invitations ask to accept. */
  termsUrl: z.string(),
  companyName: z.string(),
  applyAccountUrl: z.string(),
  moreMusicUrl: z.string(),
});
export type Site = z.infer<typeof Site>;
