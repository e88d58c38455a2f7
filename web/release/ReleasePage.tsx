import { TABLET_BELOW_PX } from '@promenade/contract/limits';
import { type CSSProperties, useState } from 'react';
import { useIsMobile } from '../platform/mobile.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useRelease } from '../releases/data.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { isNoAccess } from '../releases/refused.ts';
import { NoAccess } from './NoAccess.tsx';
import { PromoPanel, PromoScreen } from './PromoPanel.tsx';
import { ReleaseHead, ReleaseHeadSkeleton } from './ReleaseHead.tsx';
import styles from './ReleasePage.module.css';
import { ReleaseTabs } from './ReleaseTabs.tsx';
import { usePromoPanelPx, useWindowBelow } from './windowWidth.ts';

/** Everything about one release. What a list already knew is there at once; the rest follows. */
export function ReleasePage({ releaseid }: { releaseid: string }) {
  const t = useText();
  const { release, known, error, refetch } = useRelease(releaseid);
  const [read, setRead] = useState<string>();
  const isMobile = useIsMobile();
  const isNarrow = useWindowBelow(TABLET_BELOW_PX);
  const panel = usePromoPanelPx();
  useTitle(known ? explicitTitle(known) : t('release.info-word'), false);
  if (error) return <NoAccess failure={error} onRetry={isNoAccess(error) ? undefined : () => void refetch()} />;
  const hasPromo = Boolean(release?.promoinfo);
  const isReading = hasPromo && read === releaseid;
  const beside = isMobile || !hasPromo ? 'nothing' : isReading ? 'panel' : 'card';
  const close = () => setRead(undefined);
  return (
    <div className={styles.page} data-beside={beside} style={{ '--panel': `${panel}px` } as CSSProperties}>
      {known ? (
        <ReleaseHead
          release={known}
          hasArchive={!isMobile && !(isReading && isNarrow)}
          onRead={isMobile && hasPromo ? () => setRead(releaseid) : undefined}
        />
      ) : (
        <ReleaseHeadSkeleton />
      )}
      <ReleaseTabs key={releaseid} release={release} trackcount={known?.trackcount ?? 3} className={styles.parts} />
      {release && beside !== 'nothing' && (
        <PromoPanel release={release} isOpen={isReading} onToggle={() => (isReading ? close() : setRead(releaseid))} />
      )}
      {release && isMobile && isReading && <PromoScreen release={release} onClose={close} />}
    </div>
  );
}
