import { INVITEE_REMOVE_MS, INVITEES_MAX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import styles from './InviteeList.module.css';
import type { Entry } from './inviteList.ts';

/** Who is to be invited so far; somebody taken out leaves slowly enough to be seen. */
export function InviteeList({ entries, onRemove }: { entries: readonly Entry[]; onRemove: (email: string) => void }) {
  const t = useText();
  return (
    <section className={styles.section} aria-label={t('invite.invitees')}>
      <p className={styles.head}>
        <span>{t('invite.invitees')}</span>
        <span className={styles.places} aria-live="polite">
          {t('invite.places', { count: entries.length, max: INVITEES_MAX })}
        </span>
      </p>
      {entries.length === 0 && <p className={styles.nobody}>{t('invite.nobody')}</p>}
      <ul style={{ '--leave': `${INVITEE_REMOVE_MS}ms` } as CSSProperties}>
        {entries.map(({ invitee_email, relationship, isLeaving }) => (
          <li key={invitee_email} className={classNames(styles.entry, isLeaving && styles.leaving)}>
            <div className={styles.row}>
              <span className={styles.email}>{invitee_email}</span>
              <span className={styles.relationship}>{t(`invite.${relationship}`)}</span>
              <IconButton
                icon={X}
                size="small"
                iconSize={18}
                label={t('invite.remove', { email: invitee_email })}
                disabled={isLeaving}
                onClick={() => onRemove(invitee_email)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
