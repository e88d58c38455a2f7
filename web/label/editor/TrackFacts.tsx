import type { StaffDocument } from '@promenade/contract/label';
import { useText } from '../../platform/text.ts';
import { fieldId, trackColumns } from '../editorFields.ts';
import editorStyles from './ReleaseEditor.module.css';
import styles from './TracksTable.module.css';
import { type ChoiceText, formatCell, orderTracks } from './trackCells.ts';

/** What is said about each track, to read. */
export function TrackFacts({ data: { document } }: { data: StaffDocument }) {
  const t = useText();
  const choiceText = useChoiceText();
  return (
    <ol className={editorStyles.tracks}>
      {orderTracks(document.tracks).map((trackid, index) => (
        <li key={trackid} id={fieldId('title', trackid)} tabIndex={-1} className={editorStyles.track}>
          <h3 className={editorStyles.place}>
            {`${index + 1}. `}
            <bdi>{document.tracks[trackid]?.title}</bdi>
          </h3>
          <dl className={styles.facts}>
            {trackColumns
              .map(([field]) => [field, formatCell(document.tracks[trackid], field, choiceText)] as const)
              .filter(([field, text]) => text && field !== 'title')
              .map(([field, text]) => (
                <div key={field} id={fieldId(field, trackid)} tabIndex={-1}>
                  <dt>{t(`label.field-${field}`)}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

export function useChoiceText(): ChoiceText {
  const t = useText();
  return (field, value) => {
    if (field !== 'explicit') return t(value === 'true' ? 'label.yes' : 'label.no');
    return t(`label.explicit-${value as 'explicit' | 'clean' | 'unknown'}`);
  };
}
