import { type Check, checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../design/Icon.tsx';
import { useText } from '../../platform/text.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import { describePeople } from '../People.tsx';
import { checkFields, fieldId } from './editorFields.ts';
import styles from './ReleaseEditor.module.css';
import { orderTracks } from './trackCells.ts';

type Level = (typeof checkLevels)[Check['code']];

/** How many errors, warnings and people; it stays in view. */
export function Summary({ data }: { data: StaffDocument }) {
  const t = useText();
  const count = (level: Level) => data.checks.filter(({ code }) => checkLevels[code] === level).length;
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

/** The sentences of the checks, errors first, each with a link to its field. */
export function CheckList({ data, level }: { data: StaffDocument; level?: Level }) {
  const t = useText();
  const order = orderTracks(data.document.tracks);
  const placeOf = ({ trackid }: Check) => (trackid === null ? 0 : order.indexOf(trackid) + 1);
  const listed = data.checks
    .filter(({ code }) => level === undefined || checkLevels[code] === level)
    .toSorted((a, b) => checkLevels[a.code].localeCompare(checkLevels[b.code]) || placeOf(a) - placeOf(b));
  return (
    <ul className={styles.checks}>
      {listed.map((check) => {
        const { code, trackid, other } = check;
        const field = checkFields[code];
        const sentence = t(`label.check-${code}`, { place: placeOf(check), other: other?.title ?? '' });
        return (
          <li key={`${code} ${trackid} ${other?.releaseid}`} data-level={checkLevels[code]}>
            {field ? (
              <a
                href={`#${fieldId(field, trackid)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(field, trackid);
                }}
              >
                {sentence}
              </a>
            ) : (
              sentence
            )}
            {other && (
              <>
                {' '}
                <Link to={releaseEditorPath(other.releaseid)}>{t('label.see-other', { title: other.title })}</Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Phones list only what is said of a track: there the track has the focus. */
function focusField(field: string, trackid: string | null): void {
  const found = document.getElementById(fieldId(field, trackid)) ?? document.getElementById(fieldId('title', trackid));
  (found?.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled') ?? found)?.focus();
}
