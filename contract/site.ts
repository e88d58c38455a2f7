import * as z from 'zod/mini';

/** Settings of the installation, embedded in index.html as JSON. */
export const Site = z.object({
  supportUrl: z.string(),
  supportEmail: z.string(),
  privacyUrl: z.string(),
  companyUrl: z.string(),
  termsUrl: z.string(),
  companyName: z.string(),
  applyAccountUrl: z.string(),
  moreMusicUrl: z.string(),
});
export type Site = z.infer<typeof Site>;
