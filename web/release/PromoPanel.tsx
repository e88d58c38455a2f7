import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { PanelRightOpen, X } from 'lucide-react';
import { classNames } from '../design/classNames.ts';
import { FullScreen } from '../design/FullScreen.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { PromoFrame } from './PromoFrame.tsx';
import styles from './PromoPanel.module.css';

interface Props {
  release: ReleaseDetail;
  isOpen: boolean;
  onToggle: () => void;
}

/** What the label writes: its beginning on a card, or all of it in a panel beside the page. */
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

/** The same on a phone: the whole screen. */
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
