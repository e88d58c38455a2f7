import type { MailCounts, RecipientCounts, StaffPerson } from '@promenade/contract/label';
import styles from '../console/sections.module.css';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';

/** `26 recipients, 2 typed addresses` */
export const describePeople = (t: Translate, { recipients, addresses }: RecipientCounts): string =>
  [
    t('label.people', { count: recipients }),
    ...(addresses > 0 ? [t('label.people-addresses', { count: addresses })] : []),
  ].join(', ');

/** Never with an address (requirements decision 35). */
export const describePerson = ({ title, company, country }: StaffPerson): string =>
  [title, company, getCountryName(country, getLanguage())].filter(Boolean).join(', ');

/** Who is a recipient, and how many people are counted apart. */
export function PeopleNote({ counts }: { counts: RecipientCounts }) {
  const t = useText();
  const apart = (['ownstaff', 'operators', 'inactive'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`label.people-${kind}`, { count: counts[kind] }));
  return (
    <p className={styles.hint}>
      {[
        t('label.people-are'),
        ...(counts.former > 0 ? [t('label.people-former', { count: counts.former })] : []),
        ...(apart.length > 0 ? [t('label.people-apart', { list: apart.join(', ') })] : []),
      ].join(' ')}
    </p>
  );
}

const KINDS = ['mailed', 'waiting', 'atonce', 'daily', 'weekly', 'unwanted', 'cameback', 'none'] as const;

/** Phrases on what becomes of the mails about a release; the number of `always` is in them even when it is 0. */
export const listMails = (t: Translate, counts: MailCounts, always?: 'mailed' | 'atonce'): string[] =>
  KINDS.filter((kind) => kind === always || (counts[kind] > 0 && (always !== undefined || kind !== 'mailed'))).map(
    (kind) => t(`label.mails-${kind}`, { count: counts[kind] }),
  );

export const describeMails = (...mails: Parameters<typeof listMails>): string => listMails(...mails).join(' · ');
