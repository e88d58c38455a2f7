import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../platform/text.ts';
import styles from './PromoPanel.module.css';
import { promoDocument } from './promoDocument.ts';

/** Same origin for its pictures, which the session's cookie opens (decision 20); without scripts, so it can do nothing with it. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** The promotional text of a release, shut off in a frame and as high as its words (decision 21). */
export function PromoFrame({ release, isInert = false }: { release: ReleaseDetail; isInert?: boolean }) {
  const t = useText();
  const [height, setHeight] = useState<number>();
  const words = useRef<ResizeObserver>(undefined);
  useEffect(() => () => words.current?.disconnect(), []);
  function follow({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    const body = currentTarget.contentDocument?.body;
    if (!body) return;
    words.current?.disconnect();
    words.current = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    words.current.observe(body);
  }
  return (
    <iframe
      title={t('promo.frame', { title: release.title })}
      sandbox={SANDBOX}
      srcDoc={promoDocument(release.promoinfo)}
      inert={isInert}
      className={styles.frame}
      style={{ height }}
      onLoad={follow}
    />
  );
}
