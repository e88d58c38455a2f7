import type { StaffDocument } from '@promenade/contract/label';
import { FileButtons } from '../../console/FileButton.tsx';
import sections from '../../console/sections.module.css';
import { CoverArt } from '../../design/CoverArt.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { useKeptFocus } from '../../design/listNavigation.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { AGAIN, useTakeFiles } from '../deliver/takeFiles.ts';
import { UploadArea } from '../deliver/UploadArea.tsx';
import { checkFields, fieldId, PICTURES } from '../editorFields.ts';
import { Attachments } from './Attachments.tsx';
import { useRestoreCover, useSetCover } from './editorData.ts';
import { EditedNote } from './FieldMarks.tsx';
import styles from './ReleaseEditor.module.css';

// Few releases have an open delivery.
const Deliveries = lazyPart(async () => (await import('../deliver/Deliveries.tsx')).Deliveries);

/** The cover and the attachments, and where the release is delivered again. */
export function PicturesAndFiles({ data }: { data: StaffDocument }) {
  const t = useText();
  const take = useTakeFiles();
  const keptFocus = useKeptFocus<HTMLElement>();
  const { release, mayedit } = data;
  return (
    <section {...keptFocus} id={fieldId('cover')} aria-labelledby="files-heading" className={styles.field}>
      <h2 id="files-heading" className={sections.heading}>
        {t('label.files')}
      </h2>
      <div className={styles.texts}>
        <Cover data={data} />
        <Attachments data={data} />
        {mayedit && release.labelid !== null && (
          <div className={styles.cover} {...AGAIN}>
            <h3>{t('deliver.again')}</h3>
            <p className={sections.hint}>{t('deliver.again-hint')}</p>
            <div className={sections.buttons}>
              <FileButtons onChoose={(chosen) => void take(chosen, true)} />
            </div>
          </div>
        )}
      </div>
      <Deliveries releaseid={release.releaseid} />
    </section>
  );
}

/** The cover, what is doubtful about it, and how another one is chosen. */
function Cover({ data }: { data: StaffDocument }) {
  const t = useText();
  const { release, checks, mayedit, edited, editedfiles } = data;
  const { releaseid, labelid, title } = release;
  const setting = useSetCover(releaseid);
  const restoring = useRestoreCover(releaseid);
  const warnings = checks
    .filter(({ code }) => checkFields[code] === 'cover')
    .map(({ code }) => t(`label.check-${code}`));
  const warning = setting.data?.version === data.version ? setting.data.warning : null;
  const shown = (
    <>
      <CoverArt src={release.thumbnail} alt={t('label.cover-of', { title })} />
      {[...warnings, ...(warning ? [warning] : [])].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {editedfiles.includes('cover') && (
        <EditedNote
          label={t('label.field-cover')}
          delivered={undefined}
          editor={edited['cover']}
          onUse={mayedit ? () => restoring.mutate(undefined, { onError: notifyFailure }) : undefined}
        />
      )}
    </>
  );
  if (!mayedit || labelid === null) return <div className={styles.cover}>{shown}</div>;
  return (
    <div className={styles.cover}>
      <UploadArea
        target={{ labelid, releaseid }}
        text={t('label.choose-cover')}
        accept={PICTURES}
        onUploaded={(uploadid) => setting.mutateAsync(uploadid)}
      >
        {shown}
        <p className={sections.hint}>{t('label.cover-hint')}</p>
      </UploadArea>
    </div>
  );
}
