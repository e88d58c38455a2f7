import type { Release } from '@promenade/contract/catalogue';
import { Maximize2, X } from 'lucide-react';
import { useState } from 'react';
import { CoverArt } from '../design/CoverArt.tsx';
import { FullScreen } from '../design/FullScreen.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './CoverView.module.css';

/** The cover; a click shows it full screen (requirement C-MODAL-02). */
export function CoverView({ release, className }: { release: Release; className?: string }) {
  const t = useText();
  const [isFull, setFull] = useState(false);
  const { title, coverart, color } = release;
  const close = () => setFull(false);
  return (
    <div className={className}>
      <CoverArt src={coverart} color={color} alt={t('release.cover', { title })} pixels={1000} eager>
        {coverart && (
          <button
            type="button"
            className={styles.open}
            aria-label={t('release.view-cover', { title })}
            onClick={() => setFull(true)}
          >
            <span className={styles.hint}>
              <Icon icon={Maximize2} size={18} />
            </span>
          </button>
        )}
      </CoverArt>
      {coverart && isFull && (
        <FullScreen label={t('release.cover', { title })} onClose={close}>
          <button type="button" className={styles.whole} aria-label={t('common.close')} onClick={close}>
            <img src={coverart} alt="" width={1000} height={1000} decoding="async" />
            <span className={styles.close}>
              <Icon icon={X} />
            </span>
          </button>
        </FullScreen>
      )}
    </div>
  );
}
