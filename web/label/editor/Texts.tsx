import type { StaffDocument } from '@promenade/contract/label';
import { useState } from 'react';
import sections from '../../console/sections.module.css';
import { lazyPart } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { useText } from '../../platform/text.ts';
import { EditorField } from './EditorField.tsx';
import styles from './ReleaseEditor.module.css';
import { orderTracks } from './trackCells.ts';

// By way of the page: a file of its own would add its name to the first load.
const PromoFrame = lazyPart(async () => (await import('../../release/ReleasePage.tsx')).PromoFrame);

/** The press text, beside it as recipients see it, and the lyrics of one track at a time. */
export function Texts({ data }: { data: StaffDocument }) {
  const t = useText();
  const { releaseid, title } = data.release;
  const { promo, tracks } = data.document;
  const order = orderTracks(tracks);
  const [chosen, setChosen] = useState('');
  const trackid = order.includes(chosen) ? chosen : order[0];
  return (
    <section aria-labelledby="texts-heading">
      <h2 id="texts-heading" className={sections.heading}>
        {t('label.texts')}
      </h2>
      <div className={styles.pair}>
        <EditorField key={`${releaseid} promo`} data={data} field="promo" label={t('label.field-promo')} kind="html" />
        <div className={styles.promo}>
          {promo ? (
            <PromoFrame release={{ title, promoinfo: promo }} />
          ) : (
            <p className={sections.hint}>{t('label.promo-none')}</p>
          )}
        </div>
      </div>
      {trackid !== undefined && (
        <div className={styles.pair}>
          <Select
            label={t('label.lyrics-track')}
            value={trackid}
            options={order.map((id, index) => ({ value: id, text: `${index + 1}. ${tracks[id]?.title ?? ''}` }))}
            onChange={({ target }) => setChosen(target.value)}
          />
          <EditorField
            key={trackid}
            data={data}
            field="lyrics"
            trackid={trackid}
            label={t('label.field-lyrics')}
            kind="words"
          />
        </div>
      )}
    </section>
  );
}
