import type { StaffDocument } from '@promenade/contract/label';
import { BYTES_PER_MB } from '@promenade/contract/limits';
import { CoverArt } from '../../design/CoverArt.tsx';
import { useText } from '../../platform/text.ts';
import { Deliveries } from '../deliver/Deliveries.tsx';
import { AGAIN, FileButtons, useTakeFiles } from '../deliver/NewRelease.tsx';
import { usePreview } from './editorData.ts';
import { checkFields, fieldId } from './editorFields.ts';
import styles from './ReleaseEditor.module.css';

/** The cover and the attachments, and where the release is delivered again. */
export function PicturesAndFiles({ data: { release, checks, mayedit } }: { data: StaffDocument }) {
  const t = useText();
  const take = useTakeFiles();
  const preview = usePreview(release.releaseid).data;
  const warnings = checks.filter(({ code }) => checkFields[code] === 'cover');
  return (
    <section id={fieldId('cover')} tabIndex={-1} aria-labelledby="files-heading" className={styles.field}>
      <h2 id="files-heading" className={styles.heading}>
        {t('label.files')}
      </h2>
      <div className={styles.texts}>
        <div className={styles.cover}>
          <CoverArt src={release.thumbnail} alt={t('label.cover-of', { title: release.title })} />
          {warnings.map(({ code }) => (
            <p key={code}>{t(`label.check-${code}`)}</p>
          ))}
        </div>
        <div className={styles.cover}>
          <h3>{t('label.attachments')}</h3>
          {preview?.attachments.length === 0 && <p className={styles.hint}>{t('attachments.none')}</p>}
          <ul className={styles.checks}>
            {preview?.attachments.map(({ url, title, size }) => (
              <li key={url}>
                <bdi>{title}</bdi>
                {`, ${t('attachments.size', { megabytes: size / BYTES_PER_MB })}`}
              </li>
            ))}
          </ul>
        </div>
        {mayedit && release.labelid !== null && (
          <div className={styles.cover} {...AGAIN}>
            <h3>{t('deliver.again')}</h3>
            <p className={styles.hint}>{t('deliver.again-hint')}</p>
            <div className={styles.links}>
              <FileButtons onChoose={(chosen) => void take(chosen, true)} />
            </div>
          </div>
        )}
      </div>
      <Deliveries releaseid={release.releaseid} />
    </section>
  );
}
