import { MOBILE_BELOW_PX, PROMO_PANEL_PX, TABLET_BELOW_PX } from '@promenade/contract/limits';
import { Lock } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import { useRelease } from '../catalogue/data.ts';
import { formatExplicitTitle } from '../catalogue/format.ts';
import { useReportOpening } from '../catalogue/openingData.ts';
import { useUnavailableDialog } from '../catalogue/releaseErrorStore.ts';
import { Button, buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useBelow, useBreakpoint } from '../platform/windowWidth.ts';
import { Facts } from './Facts.tsx';
import { PromoFrame, PromoPanel, PromoScreen } from './PromoPanel.tsx';
import { ReleaseHeader, ReleaseHeaderSkeleton } from './ReleaseHeader.tsx';
import styles from './ReleasePage.module.css';
import { ReleaseTabs } from './ReleaseTabs.tsx';
import { getReleaseErrorText, isNoAccess } from './releaseErrors.ts';

interface Props {
  releaseid: string;
  /** Counts as no opening. */
  isPreview?: boolean;
}

/** The page of a release. Renders what a list has cached at once and the rest when it is loaded. */
export function ReleasePage({ releaseid, isPreview = false }: Props) {
  const t = useText();
  const { release, known, error, refetch } = useRelease(releaseid);
  useUnavailableDialog(error);
  useReportOpening(isPreview ? undefined : release?.releaseid);
  const [openPromoId, setOpenPromoId] = useState<string>();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const isNarrow = useBelow(TABLET_BELOW_PX);
  const panel = useBreakpoint(PROMO_PANEL_PX)?.width ?? 0;
  useTitle(known ? formatExplicitTitle(known) : t('release.info-word'), false);
  if (error) return <NoAccess failure={error} onRetry={() => void refetch()} />;
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

/** Replaces the page of a release that is not accessible, or failed to load and can be tried again. */
function NoAccess({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useText();
  const { title, message } = getReleaseErrorText(failure);
  useTitle(t(title), false);
  return (
    <EmptyState heading="h1" icon={Lock} title={t(title)} hint={t(message)}>
      {!isNoAccess(failure) && <Button onClick={onRetry}>{t('gallery.retry')}</Button>}
      <Link to={paths.releases} className={buttonClass({ variant: 'primary' })}>
        {t('release.to-releases')}
      </Link>
    </EmptyState>
  );
}

export { PromoFrame };
