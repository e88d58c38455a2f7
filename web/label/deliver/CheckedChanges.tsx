import type { DeliveryChanges } from '@promenade/contract/uploads';
import { type TextKey, useText } from '../../platform/text.ts';
import { describeValue, releaseFields, trackFields } from '../editorFields.ts';
import styles from './Deliveries.module.css';

const LISTS = ['exchanged', 'added', 'removed', 'kept'] as const;

const named = new Set<string>([
  ...[...releaseFields, ...trackFields].map(([field]) => field),
  'packages',
  'promo',
  'cover',
  'attachments',
]);

/** What an import would change of a release that exists. */
export function CheckedChanges({ changes }: { changes: DeliveryChanges }) {
  const t = useText();
  const facts = changes.facts.filter(({ field }) => named.has(field));
  return (
    <ul className={styles.tracklist}>
      {LISTS.filter((list) => changes[list].length > 0).map((list) => (
        <li key={list}>{t(`deliver.change-${list}`, { titles: changes[list].join(', ') })}</li>
      ))}
      {facts.map(({ track, field, before, after }, index) => {
        const plain = t(`label.field-${field}` as TextKey);
        const name = track === null ? plain : t('deliver.change-of', { field: plain, track });
        return (
          <li key={`${index} ${field}`}>
            {before === undefined && after === undefined
              ? t('label.change-long', { field: name })
              : t('label.change', {
                  field: name,
                  before: describeValue(t, field, before),
                  after: describeValue(t, field, after),
                })}
          </li>
        );
      })}
    </ul>
  );
}
