import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { PanelRightOpen, X } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { FullScreen } from '../design/FullScreen.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import styles from './PromoPanel.module.css';
import { promoDocument } from './promoDocument.ts';

interface Props {
  release: ReleaseDetail;
  isOpen: boolean;
  onToggle: () => void;
}

/** The promotional text: a preview card, or a panel with the full text beside the page. */
export function PromoPanel({ release, isOpen, onToggle }: Props) {
  const t = useText();
  return (
    <section className={classNames(styles.promo, isOpen ? styles.panel : styles.card)} aria-label={t('promo.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('promo.title')}</h2>
        <IconButton
          icon={isOpen ? X : PanelRightOpen}
          label={t(isOpen ? 'promo.close' : 'promo.read')}
          aria-expanded={isOpen}
          className={styles.toggle}
          onClick={onToggle}
        />
      </div>
      <PromoFrame release={release} isInert={!isOpen} />
    </section>
  );
}

export function PromoScreen({ release, onClose }: { release: ReleaseDetail; onClose: () => void }) {
  const t = useText();
  return (
    <FullScreen label={t('promo.title')} onClose={onClose}>
      <div className={styles.screen}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('promo.title')}</h2>
          <IconButton icon={X} label={t('promo.close')} onClick={onClose} />
        </div>
        <PromoFrame release={release} />
      </div>
    </FullScreen>
  );
}

/** Same origin, because its images need the session cookie (requirements decision 20); scripts stay blocked. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

interface FrameProps {
  release: Pick<ReleaseDetail, 'title' | 'promoinfo'>;
  isInert?: boolean;
}

/** The promotional text in a sandboxed frame that is as high as its content (requirements decision 21). */
export function PromoFrame({ release, isInert = false }: FrameProps) {
  const t = useText();
  const [height, setHeight] = useState<number>();
  const resizeObserver = useRef<ResizeObserver>(undefined);
  useEffect(() => () => resizeObserver.current?.disconnect(), []);
  function observeHeight({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    const body = currentTarget.contentDocument?.body;
    if (!body) return;
    resizeObserver.current?.disconnect();
    resizeObserver.current = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    resizeObserver.current.observe(body);
  }
  return (
    <iframe
      title={t('promo.frame', { title: release.title })}
      sandbox={SANDBOX}
      srcDoc={promoDocument(release.promoinfo)}
      inert={isInert}
      className={styles.frame}
      style={{ height }}
      onLoad={observeHeight}
    />
  );
}
