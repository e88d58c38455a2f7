import type { AccessClaims } from '@promenade/contract/access';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Banner } from '../design/Banner.tsx';
import { getStorage, setItem } from '../platform/persistedState.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';

/** The two readings of requirement A-BANNER-04. */
const RESHOW_MS = { threeDays: 259_200_000, daily: 86_400_000 } as const;
const VERIFICATION_BANNER_RESHOW_MS = RESHOW_MS.threeDays;
const KEY = 'verificationBannerData';

/** `account` is the account that closed the banner; `lastClosed` in milliseconds since 1970. */
const StoredBanner = z.object({ shouldShow: z.boolean(), lastClosed: z.nullable(z.number()), account: z.string() });
type BannerState = Omit<z.infer<typeof StoredBanner>, 'account'>;

const initial: BannerState = { shouldShow: true, lastClosed: null };

/** Says what an account can do before its verification and what comes with it; evaluated at start and with each new token (requirement A-BANNER-06). */
export function VerificationBanner() {
  const account = useTokenClaims();
  return account && <AccountBanner key={account.exp} account={account} />;
}

function AccountBanner({ account }: { account: AccessClaims }) {
  const t = useText();
  const [banner, setBanner] = useState(() => evaluateBanner(account, loadBanner(account.playerid), Date.now()));
  useEffect(() => {
    setItem(getStorage(), KEY, JSON.stringify({ ...banner, account: account.playerid }));
  }, [banner, account.playerid]);
  if (!banner.shouldShow) return null;
  return (
    <Banner
      kind="info"
      title={t('verification.title')}
      closeLabel={t('common.close')}
      onClose={() => setBanner({ shouldShow: false, lastClosed: Date.now() })}
    >
      {t('verification.message')}
    </Banner>
  );
}

/** Shows the banner to unverified accounts except label staff, and not within the interval after it was closed. */
export function evaluateBanner(
  account: Pick<AccessClaims, 'verified' | 'label_staff'>,
  { lastClosed }: BannerState,
  now: number,
): BannerState {
  const isDue = lastClosed === null || now - lastClosed >= VERIFICATION_BANNER_RESHOW_MS;
  return { shouldShow: !account.verified && !account.label_staff && isDue, lastClosed };
}

export function loadBanner(playerid: string): BannerState {
  try {
    const { account, ...banner } = StoredBanner.parse(JSON.parse(getStorage().getItem(KEY) ?? ''));
    return account === playerid ? banner : initial;
  } catch {
    return initial;
  }
}
