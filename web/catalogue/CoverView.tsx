import type { Release } from '@promenade/contract/catalogue';
import { Maximize2, X } from 'lucide-react';
import { useRef } from 'react';
import { Icon } from '../design/Icon.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import styles from './CoverView.module.css';

/** The cover; pressed, it fills the screen (C-MODAL-02). */
export function CoverView({ release, className }: { release: Release; className?: string }) {
  const t = useText();
  const full = useRef<HTMLDialogElement>(null);
  const { title, coverart, color } = release;
  return (
    <div className={className}>
      <Sleeve src={coverart} color={color} alt={t('release.cover', { title })} pixels={1000} eager>
        {coverart && (
          <button
            type="button"
            className={styles.open}
            aria-label={t('release.view-cover', { title })}
            onClick={() => full.current?.showModal()}
          >
            <span className={styles.hint}>
              <Icon of={Maximize2} size={18} />
            </span>
          </button>
        )}
      </Sleeve>
      {coverart && (
        <dialog ref={full} className={styles.full} aria-label={t('release.cover', { title })}>
          <button
            type="button"
            className={styles.whole}
            aria-label={t('common.close')}
            onClick={() => full.current?.close()}
          >
            <img src={coverart} alt="" width={1000} height={1000} loading="lazy" decoding="async" />
            <span className={styles.close}>
              <Icon of={X} />
            </span>
          </button>
        </dialog>
      )}
    </div>
  );
}
