import type { StaffDocument } from '@promenade/contract/label';
import { LINE_MAX } from '@promenade/contract/limits';
import { useState } from 'react';
import { Pages } from '../../catalogue/Pages.tsx';
import sections from '../../console/sections.module.css';
import { SearchField } from '../../design/SearchField.tsx';
import { useText } from '../../platform/text.ts';
import { describePerson } from '../People.tsx';
import styles from './Audience.module.css';
import { useAudiencePeople } from './editorData.ts';

/** The recipients of a release by name, with a search and pages. */
export function AudiencePeople({ document: { release, version, audience } }: { document: StaffDocument }) {
  const t = useText();
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(1);
  const { data } = useAudiencePeople(release.releaseid, version, { page, ...(filter && { filter }) });
  if (audience.counts.recipients === 0 || !data) return null;
  return (
    <section aria-labelledby="audience-people">
      <h3 id="audience-people" className={styles.listTitle}>
        {t('label.audience-people')}
      </h3>
      <SearchField
        label={t('label.people-filter')}
        value={filter}
        maxLength={LINE_MAX}
        onSearch={(value) => {
          setFilter(value);
          setPage(1);
        }}
      />
      {data.items.length === 0 && (
        <p role="status" className={sections.hint}>
          {t('label.recipients-none')}
        </p>
      )}
      <ul className={styles.list} aria-labelledby="audience-people">
        {data.items.map((member) => (
          <li key={member.playerid}>
            <span className={styles.person}>
              <bdi>{member.name || t('label.no-name')}</bdi>
              <small>
                {[describePerson(member), member.packages.join(', '), member.former && t('label.audience-former')]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <Pages {...data} onPage={setPage} />
    </section>
  );
}
