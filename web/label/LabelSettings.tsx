import { useParams } from 'react-router';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { formatLongDate } from '../platform/format.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useLabelSettings } from './data.ts';
import { ReleaseFrame } from './ReleaseFrame.tsx';
import styles from './ReleaseReport.module.css';

/** Logo, contact address and staff of a label, to read. */
export function LabelSettings() {
  const t = useText();
  const { labelid = '' } = useParams();
  const loaded = useLabelSettings(labelid);
  const { data } = loaded;
  useTitle(data ? t('label.settings', { label: data.name }) : t('label.settings-link'), false);
  return (
    <ReleaseFrame
      query={loaded}
      unknownTitle={t('label.settings-unknown-title')}
      unknownHint={t('label.settings-unknown-hint')}
    >
      {({ name, logo, contact, staff }) => (
        <>
          <header className={styles.head}>
            <CoverArt
              src={logo}
              alt={t(logo ? 'label.logo' : 'label.logo-none')}
              pixels={160}
              className={styles.cover}
              eager
            />
            <div className={styles.words}>
              <h1 className={styles.title}>{t('label.settings', { label: name })}</h1>
              <p className={styles.hint}>{t('label.settings-hint')}</p>
            </div>
          </header>
          <section>
            <h2 className={styles.heading}>{t('label.contact')}</h2>
            <p>{contact ?? t('label.contact-none')}</p>
          </section>
          <FiguresTable
            label={t('label.staff')}
            words={3}
            head={[t('label.name'), t('label.role'), t('label.since')]}
            rows={staff.map(({ name, role, since }) => ({
              key: `${name} ${since}`,
              cells: [name || t('label.no-name'), t(`label.role-${role}`), formatLongDate(since, getLanguage())],
            }))}
          />
        </>
      )}
    </ReleaseFrame>
  );
}
