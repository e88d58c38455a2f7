import { checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import type { ReactNode } from 'react';
import { formatTime } from '../console/times.ts';
import { formatTableDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { groupChecks, type Level } from './editor/checkGroups.ts';
import { describePeople, listMails } from './People.tsx';
import styles from './Upcoming.module.css';

interface Props {
  data: StaffDocument;
  /** The way to where what is missing is filled in; without it that is told there. */
  children?: ReactNode;
}

/** What will happen to a release that is not out yet: when, to whom, by which mails, and what is missing. */
export function Upcoming({ data, children }: Props) {
  const t = useText();
  const language = getLanguage();
  const { release, document, audience, announcement } = data;
  const isDraft = release.state === 'draft';
  const groups = groupChecks(data);
  const count = (level: Level) => groups.filter(([{ code }]) => checkLevels[code] === level).length;
  const mails = listMails(t, announcement.counts);
  const mailDue =
    announcement.at !== null && !isDraft && announcement.withrelease
      ? t('label.will-mail-then')
      : announcement.at !== null && !isDraft && t('label.mail-due', { at: formatTime(announcement.at) });
  const facts: [name: string, lines: (string | false | null | undefined)[]][] = [
    [
      t('label.will-come'),
      [
        isDraft ? t('label.will-come-draft') : formatTime(release.available),
        document.impactdate && `${t('label.field-impactdate')} ${formatTableDate(document.impactdate, language)}`,
        document.ends && `${t('label.field-ends')} ${formatTime(document.ends)}`,
      ],
    ],
    [t('label.will-get'), [audience.decided ? describePeople(t, audience.counts) : t('label.audience-undecided-hint')]],
    [
      t('label.will-mail'),
      announcement.at === null
        ? [t('label.mail-none')]
        : [mailDue, ...(mails.length > 0 ? mails : [t('label.will-mail-nobody')])],
    ],
  ];
  const lacking =
    groups.length === 0
      ? [t('label.checks-none')]
      : (['error', 'warning'] as const)
          .filter((level) => count(level) > 0)
          .map((level) => t(`label.${level}s`, { count: count(level) }));
  return (
    <section aria-label={t('label.upcoming')}>
      <dl className={styles.facts}>
        {[...facts, ...(children ? [[t('label.will-lack'), lacking] as const] : [])].map(([name, lines]) => (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line) => line && <dd key={line}>{line}</dd>)}
            {lines === lacking && <dd>{children}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
