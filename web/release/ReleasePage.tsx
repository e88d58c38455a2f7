import { MOBILE_BELOW_PX, PROMO_PANEL_PX, TABLET_BELOW_PX } from '@promenade/contract/limits';
import { type CSSProperties, useState } from 'react';
import { useRelease } from '../catalogue/data.ts';
import { formatExplicitTitle } from '../catalogue/format.ts';
import { useUnavailableDialog } from '../catalogue/releaseErrorStore.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useBelow, useBreakpoint } from '../platform/windowWidth.ts';
import { Facts } from './Facts.tsx';
import { NoAccess } from './NoAccess.tsx';
import { PromoPanel, PromoScreen } from './PromoPanel.tsx';
import { ReleaseHeader, ReleaseHeaderSkeleton } from './ReleaseHeader.tsx';
import styles from './ReleasePage.module.css';
import { ReleaseTabs } from './ReleaseTabs.tsx';
import { isNoAccess } from './releaseErrors.ts';

/** The page of a release. Renders what a list has cached at once and the rest when it is loaded. */
export function ReleasePage({ releaseid }: { releaseid: string }) {
  const t = useText();
  const { release, known, error, refetch } = useRelease(releaseid);
  useUnavailableDialog(error);
  const [openPromoId, setOpenPromoId] = useState<string>();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const isNarrow = useBelow(TABLET_BELOW_PX);
  const panel = useBreakpoint(PROMO_PANEL_PX)?.width ?? 0;
  useTitle(known ? formatExplicitTitle(known) : t('release.info-word'), false);
  if (error) return <NoAccess failure={error} onRetry={isNoAccess(error) ? undefined : () => void refetch()} />;
  const hasPromo = Boolean(release?.promoinfo);
  const isPromoOpen = hasPromo && openPromoId === releaseid;
  const beside = isMobile || !hasPromo ? 'nothing' : isPromoOpen ? 'panel' : 'card';
  const close = () => setOpenPromoId(undefined);
  const openPromo = () => setOpenPromoId(releaseid);
  return (
    <div className={styles.page} data-beside={beside} style={{ '--panel': `${panel}px` } as CSSProperties}>
      {known ? (
        <ReleaseHeader
          release={known}
          songs={release?.songs}
          hasArchive={isMobile || !(isPromoOpen && isNarrow)}
          hasFacts={!isMobile}
          onOpenPromo={isMobile && hasPromo ? openPromo : undefined}
        />
      ) : (
        <ReleaseHeaderSkeleton />
      )}
      <ReleaseTabs key={releaseid} release={release} trackcount={known?.trackcount ?? 3} className={styles.parts} />
      {known && isMobile && <Facts release={known} className={styles.facts} />}
      {release && beside !== 'nothing' && (
        <PromoPanel release={release} isOpen={isPromoOpen} onToggle={isPromoOpen ? close : openPromo} />
      )}
      {release && isMobile && isPromoOpen && <PromoScreen release={release} onClose={close} />}
    </div>
  );
}
