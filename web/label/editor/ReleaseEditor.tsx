import type { StaffDocument } from '@promenade/contract/label';
import { Link, useParams } from 'react-router';
import { ZoneNote } from '../../catalogue/ZoneNote.tsx';
import sections from '../../console/sections.module.css';
import { buttonClass } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { useTitle } from '../../platform/pageTitle.ts';
import { useText } from '../../platform/text.ts';
import { ConfirmState } from '../ConfirmState.tsx';
import { labelSettingsPath, releasePreviewPath, releaseReportPath } from '../consolePaths.ts';
import { useStaffDocument } from '../data.ts';
import { factFields, termFields } from '../editorFields.ts';
import { ReleaseFrame, ReleaseHead } from '../ReleaseFrame.tsx';
import { useLiveRelease } from '../reportData.ts';
import { Upcoming } from '../Upcoming.tsx';
import { Audience } from './Audience.tsx';
import { EditorField } from './EditorField.tsx';
import { PicturesAndFiles } from './PicturesAndFiles.tsx';
import styles from './ReleaseEditor.module.css';
import { Summary } from './Summary.tsx';
import { Template } from './Template.tsx';
import { Texts } from './Texts.tsx';
import { TracksTable } from './TracksTable.tsx';

// At the end of the page.
const History = lazyPart(async () => (await import('./History.tsx')).History);
const Publish = lazyPart(async () => (await import('./Publish.tsx')).Publish);

/** Everything that is said about a release, to correct it, and who receives it and when. */
export function ReleaseEditor() {
  const t = useText();
  const { releaseid = '' } = useParams();
  const loaded = useStaffDocument(releaseid);
  const { data } = loaded;
  useLiveRelease(releaseid, 'release-changed');
  useTitle(data ? t('label.editor', { title: data.release.title }) : t('label.releases'), false);
  return (
    <ReleaseFrame query={loaded}>
      {(data) => (
        <>
          <ReleaseHead release={data.release}>
            <ZoneNote />
            {!data.mayedit && <p className={sections.hint}>{t('label.viewer-only')}</p>}
            <p className={sections.buttons}>
              <Link to={releasePreviewPath(releaseid)} className={buttonClass({ size: 'small' })}>
                {t('label.preview')}
              </Link>
              {data.release.state !== 'draft' && (
                <Link to={releaseReportPath(releaseid)} className={buttonClass({ size: 'small' })}>
                  {t('label.see-report')}
                </Link>
              )}
              {data.mayedit && data.release.state === 'draft' && data.release.labelid !== null && (
                <Template release={data.release} />
              )}
              {data.release.labelid !== null && (
                <Link to={labelSettingsPath(data.release.labelid)} className={buttonClass({ size: 'small' })}>
                  {t('label.settings-link')}
                </Link>
              )}
            </p>
          </ReleaseHead>
          {['draft', 'scheduled'].includes(data.release.state) && <Upcoming data={data} />}
          <Summary data={data} />
          <section>
            <h2 className={sections.heading}>{t('label.facts')}</h2>
            <Fields data={data} fields={factFields} />
          </section>
          <section>
            <h2 className={sections.heading}>{t('label.editor-tracks')}</h2>
            <TracksTable key={releaseid} data={data} />
          </section>
          <Texts key={`${releaseid} texts`} data={data} />
          <PicturesAndFiles data={data} />
          <section>
            <h2 className={sections.heading}>{t('label.terms')}</h2>
            <Fields data={data} fields={termFields} />
          </section>
          <Audience data={data} />
          <Publish key={`${releaseid} publish`} data={data} />
          <ConfirmState />
          <History releaseid={releaseid} data={data} />
        </>
      )}
    </ReleaseFrame>
  );
}

function Fields({ data, fields }: { data: StaffDocument; fields: typeof factFields | typeof termFields }) {
  const t = useText();
  return (
    <div className={styles.fields}>
      {fields
        // A draft becomes available when it is published.
        .filter(([field]) => field !== 'available' || data.release.state !== 'draft')
        .filter(([field]) => field !== 'mark' || data.maymark || data.document.mark)
        .map(([field, kind, choices]) => (
          <EditorField
            key={`${data.release.releaseid} ${field}`}
            data={data}
            field={field}
            label={t(`label.field-${field}`)}
            kind={kind}
            {...(choices && { choices })}
          />
        ))}
    </div>
  );
}
