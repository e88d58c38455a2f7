import { type Check, checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../design/Icon.tsx';
import { useText } from '../../platform/text.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import { checkFields, fieldId } from '../editorFields.ts';
import { describePeople } from '../People.tsx';
import { describeCheck, groupChecks, type Level } from './checkGroups.ts';
import { FillTracks } from './FillTracks.tsx';
import styles from './ReleaseEditor.module.css';

/** How many errors, warnings and people; it stays in view. */
export function Summary({ data }: { data: StaffDocument }) {
  const t = useText();
  const groups = groupChecks(data);
  const count = (level: Level) => groups.filter(([{ code }]) => checkLevels[code] === level).length;
  const parts = [
    t('label.errors', { count: count('error') }),
    t('label.warnings', { count: count('warning') }),
    data.audience.decided ? describePeople(t, data.audience.counts) : t('label.audience-undecided'),
  ];
  return (
    <section aria-label={t('label.checks')} className={styles.summary}>
      <details>
        <summary>
          <Icon icon={TriangleAlert} size={18} />
          {parts.join(', ')}
        </summary>
        {data.checks.length === 0 ? <p>{t('label.checks-none')}</p> : <CheckList data={data} />}
      </details>
    </section>
  );
}

/** The sentences of the checks, errors first, each with links to its fields. */
export function CheckList({ data, level }: { data: StaffDocument; level?: Level }) {
  const t = useText();
  const groups = groupChecks(data).filter(([{ code }]) => level === undefined || checkLevels[code] === level);
  return (
    <ul className={styles.checks}>
      {groups.map((group) => {
        const [first] = group;
        const { code, trackid, other } = first;
        const field = checkFields[code];
        const sentence = describeCheck(t, data, group);
        const trackids = group.flatMap((check) => check.trackid ?? []);
        return (
          <li key={`${code} ${trackid} ${other?.releaseid}`} data-level={checkLevels[code]}>
            {field ? (
              <FieldLink field={field} trackid={trackid}>
                {sentence}
              </FieldLink>
            ) : (
              sentence
            )}
            {other && (
              <>
                {' '}
                <Link to={releaseEditorPath(other.releaseid)}>{t('label.see-other', { title: other.title })}</Link>
              </>
            )}
            {field && group.length > 1 && (
              <span className={styles.places}>
                {t('label.in-tracks')}
                {group.map((check) => (
                  <FieldLink key={check.trackid} field={field} trackid={check.trackid}>
                    {check.place}
                  </FieldLink>
                ))}
              </span>
            )}
            <FillTracks data={data} code={code} trackids={trackids} />
          </li>
        );
      })}
    </ul>
  );
}

interface LinkProps {
  field: string;
  trackid: Check['trackid'];
  children: ReactNode;
}

const FieldLink = ({ field, trackid, children }: LinkProps) => (
  <a
    href={`#${fieldId(field, trackid)}`}
    onClick={(event) => {
      event.preventDefault();
      focusField(field, trackid);
    }}
  >
    {children}
  </a>
);

/** The list of tracks on a phone has no fields: its row takes the focus instead. */
function focusField(field: string, trackid: string | null): void {
  const found = document.getElementById(fieldId(field, trackid)) ?? document.getElementById(fieldId('title', trackid));
  (found?.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled') ?? found)?.focus();
}
