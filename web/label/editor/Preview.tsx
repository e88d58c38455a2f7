import { useState } from 'react';
import { Link, useParams } from 'react-router';
import sections from '../../console/sections.module.css';
import { buttonClass } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { ReleaseCard } from '../../gallery/grid/ReleaseCard.tsx';
import { useText } from '../../platform/text.ts';
import { ReleasePage } from '../../release/ReleasePage.tsx';
import { releaseEditorPath } from '../consolePaths.ts';
import { ReleaseFrame } from '../ReleaseFrame.tsx';
import { useLiveRelease } from '../reportData.ts';
import { usePreview } from './editorData.ts';
import styles from './Preview.module.css';

const ReleaseDialog = lazyPart(async () => (await import('../../release/ReleaseDialog.tsx')).ReleaseDialog);

/** A release as its recipients get it, whatever its state: its card, the pop-up of the card, and its page. */
export function Preview() {
  const t = useText();
  const { releaseid = '' } = useParams();
  const loaded = usePreview(releaseid);
  const [isOpen, setOpen] = useState(false);
  useLiveRelease(releaseid, 'release-changed');
  return (
    <>
      <ReleaseFrame query={loaded}>
        {(release) => (
          <div className={styles.top}>
            <p>
              <Link to={releaseEditorPath(releaseid)} className={buttonClass({ size: 'small' })}>
                {t('label.back-to-editor')}
              </Link>
            </p>
            <p className={sections.hint}>{t('label.preview-hint')}</p>
            <section className={styles.card} aria-label={t('label.preview-card')}>
              <ReleaseCard
                release={release}
                isFirstRow
                isTabStop
                onOpen={() => setOpen(true)}
                onNavigate={() => document.getElementById(PAGE_ID)?.scrollIntoView()}
              />
            </section>
          </div>
        )}
      </ReleaseFrame>
      {loaded.data && (
        <section id={PAGE_ID} aria-label={t('label.preview-page')}>
          <ReleasePage releaseid={releaseid} isPreview />
        </section>
      )}
      {loaded.data && isOpen && <ReleaseDialog release={loaded.data} isPreview onClose={() => setOpen(false)} />}
    </>
  );
}

const PAGE_ID = 'preview-page';
