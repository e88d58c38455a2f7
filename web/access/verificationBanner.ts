import type { AccessClaims } from '@promenade/contract/access';
import { keptIn } from '../platform/persisted.ts';

/** The two readings of the specification (A-BANNER-04). */
const RESHOW_MS = { threeDays: 259_200_000, daily: 86_400_000 } as const;
/** When the closed banner comes back. */
export const VERIFICATION_BANNER_RESHOW_MS = RESHOW_MS.threeDays;
const KEY = 'verificationBannerData';

/** What is kept of the banner; `lastClosed` in milliseconds since 1970. */
export interface BannerData {
  shouldShow: boolean;
  lastClosed: number | null;
}

const never: BannerData = { shouldShow: true, lastClosed: null };

/** Only for accounts that are neither verified nor label staff, and not soon after it was closed (`now` in milliseconds). */
export function judgeBanner(
  account: Pick<AccessClaims, 'verified' | 'label_staff'>,
  { lastClosed }: BannerData,
  now: number,
): BannerData {
  const isDue = lastClosed === null || now - lastClosed >= VERIFICATION_BANNER_RESHOW_MS;
  return { shouldShow: !account.verified && !account.label_staff && isDue, lastClosed };
}

/** What this browser knows about the banner. */
export function readBanner(): BannerData {
  try {
    return { ...never, ...(JSON.parse(keptIn().getItem(KEY) ?? '{}') as Partial<BannerData>) };
  } catch {
    return never;
  }
}

/** Keeps whether it shows, and when it was last closed. */
export function keepBanner(data: BannerData): void {
  keptIn().setItem(KEY, JSON.stringify(data));
}
