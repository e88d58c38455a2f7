import type { Explicit } from '@promenade/contract/catalogue';
import { type Check, checks as checkLevels, type StaffDocument, type StaffPatch } from '@promenade/contract/label';
import { TriangleAlert } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { releaseReportPath } from './consolePaths.ts';
import { EditorField } from './EditorField.tsx';
import { useStaffDocument } from './editorData.ts';
import { releaseFields, trackFields } from './editorFields.ts';
import { History } from './History.tsx';
import styles from './ReleaseEditor.module.css';
import { ReleaseFrame, ReleaseHead } from './ReleaseFrame.tsx';

/** Everything that is said about a release, to correct it. */
export function ReleaseEditor() {
  const t = useText();
  const { releaseid = '' } = useParams();
  const loaded = useStaffDocument(releaseid);
  const { data } = loaded;
  useTitle(data ? t('label.editor', { title: data.release.title }) : t('label.releases'), false);
  return (
    <ReleaseFrame query={loaded}>
      {(data) => (
        <>
          <ReleaseHead release={data.release}>
            {!data.mayedit && <p className={styles.hint}>{t('label.viewer-only')}</p>}
            <p>
              <Link to={releaseReportPath(releaseid)} className={buttonClass({ size: 'small' })}>
                {t('label.see-report')}
              </Link>
            </p>
          </ReleaseHead>
          <Checks data={data} />
          <Facts data={data} />
          <Tracks data={data} />
          <History releaseid={releaseid} data={data} />
        </>
      )}
    </ReleaseFrame>
  );
}

const placeOf = ({ document }: StaffDocument, trackid: string) => document.tracks[trackid]?.ordinal ?? 0;

function Checks({ data }: { data: StaffDocument }) {
  const t = useText();
  const count = (level: string) => data.checks.filter(({ code }) => checkLevels[code] === level).length;
  const placeOfCheck = ({ trackid }: Check) => (trackid === null ? 0 : placeOf(data, trackid));
  const sentence = (check: Check) =>
    t(`label.check-${check.code}`, { place: placeOfCheck(check), other: check.other?.title ?? '' });
  const ordered = data.checks.toSorted(
    (a, b) => checkLevels[a.code].localeCompare(checkLevels[b.code]) || placeOfCheck(a) - placeOfCheck(b),
  );
  return (
    <section aria-label={t('label.checks')}>
      {data.checks.length === 0 ? (
        <p className={styles.hint}>{t('label.checks-none')}</p>
      ) : (
        <details className={styles.checks}>
          <summary>
            <Icon icon={TriangleAlert} size={18} />
            {[t('label.errors', { count: count('error') }), t('label.warnings', { count: count('warning') })].join(
              ', ',
            )}
          </summary>
          <ul>
            {ordered.map((check) => (
              <li key={`${check.code} ${check.trackid}`} data-level={checkLevels[check.code]}>
                {check.trackid === null ? sentence(check) : <a href={`#${check.trackid}`}>{sentence(check)}</a>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Facts({ data: { release, document, delivered, mayedit } }: { data: StaffDocument }) {
  const t = useText();
  return (
    <section>
      <h2 className={styles.heading}>{t('label.facts')}</h2>
      <Fields
        releaseid={release.releaseid}
        fields={releaseFields}
        textOf={(choice) => choice}
        values={document}
        delivered={delivered}
        mayEdit={mayedit}
        patchOf={(fields) => fields}
      />
    </section>
  );
}

function Tracks({ data: { release, document, delivered, mayedit } }: { data: StaffDocument }) {
  const t = useText();
  const tracks = Object.entries(document.tracks).toSorted(([, a], [, b]) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  return (
    <section>
      <h2 className={styles.heading}>{t('label.editor-tracks')}</h2>
      <ol className={styles.tracks}>
        {tracks.map(([trackid, track], index) => (
          <li key={trackid} id={trackid} className={styles.track} tabIndex={-1}>
            <h3 className={styles.place}>
              {`${index + 1}. `}
              <bdi>{track.title}</bdi>
            </h3>
            <Fields
              releaseid={release.releaseid}
              fields={trackFields}
              textOf={(choice) => t(`label.explicit-${choice as Explicit}`)}
              values={track}
              delivered={delivered.tracks[trackid] ?? {}}
              mayEdit={mayedit}
              patchOf={(fields) => ({ tracks: { [trackid]: fields } })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FieldsProps {
  releaseid: string;
  fields: typeof releaseFields | typeof trackFields;
  /** The text of a choice. */
  textOf: (choice: string) => string;
  values: Record<string, unknown>;
  delivered: Record<string, unknown>;
  mayEdit: boolean;
  patchOf: (fields: Record<string, unknown>) => StaffPatch;
}

function Fields({ releaseid, fields, textOf, values, delivered, mayEdit, patchOf }: FieldsProps) {
  const t = useText();
  return (
    <div className={styles.fields}>
      {fields.map(([field, kind, choices]) => (
        <EditorField
          key={field}
          releaseid={releaseid}
          label={t(`label.field-${field}`)}
          kind={kind}
          {...(choices && { choices: choices.map((value) => ({ value, text: textOf(value) })) })}
          value={values[field]}
          delivered={delivered[field]}
          mayEdit={mayEdit}
          patchOf={(value) => patchOf({ [field]: value })}
        />
      ))}
    </div>
  );
}
