import type { AccessClaims } from '@promenade/contract/access';
import { useEffect, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { judgeBanner, keepBanner, readBanner } from './verificationBanner.ts';

/** Says that the account is still under review; judged at start and again with each new token (A-BANNER-06). */
export function VerificationBanner() {
  const account = useAccount();
  return account && <JudgedBanner key={account.exp} account={account} />;
}

function JudgedBanner({ account }: { account: AccessClaims }) {
  const t = useText();
  const [data, setData] = useState(() => judgeBanner(account, readBanner(), Date.now()));
  useEffect(() => keepBanner(data), [data]);
  if (!data.shouldShow) return null;
  return (
    <Banner
      kind="info"
      title={t('verification.title')}
      closeLabel={t('common.close')}
      onClose={() => setData({ shouldShow: false, lastClosed: Date.now() })}
    >
      {t('error.pending-message')}
    </Banner>
  );
}
