import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { looks } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { Question } from '../design/Question.tsx';
import { Tooltip } from '../design/Tooltip.tsx';
import { useAccount } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountLinkDialog } from './AccountLinkDialog.tsx';
import { requestReset } from './data.ts';
import { leaveEverywhere } from './enter.ts';

/** What the account costs, its password and its sessions, and where to ask for more music. */
export function Management() {
  const t = useText();
  const email = useAccount()?.username ?? '';
  const [asked, setAsked] = useState<'password' | 'everywhere'>();
  const close = () => setAsked(undefined);
  return (
    <div className={styles.part}>
      <section className={styles.panel} aria-labelledby="subscription">
        <h2 id="subscription" className={styles.heading}>
          {t('management.subscription-title')}
        </h2>
        <p>
          <Tooltip
            label={t('management.subscription-about')}
            tip={
              <>
                <span>{t('management.subscription-free')}</span>
                <span>{t('management.subscription-sharing')}</span>
              </>
            }
          >
            {t('management.subscription')}
          </Tooltip>
        </p>
      </section>
      <section className={styles.panel} aria-labelledby="security">
        <h2 id="security" className={styles.heading}>
          {t('management.security-title')}
        </h2>
        {(['password', 'everywhere'] as const).map((what) => (
          <button key={what} type="button" className={styles.row} onClick={() => setAsked(what)}>
            <span className={styles.words}>
              <span className={styles.link}>{t(`management.${what}`)}</span>
              <span className={styles.hint}>{t(`management.${what}-hint`)}</span>
            </span>
            <Icon of={ChevronRight} size={18} />
          </button>
        ))}
      </section>
      {site.moreMusicUrl && (
        <div className={styles.more}>
          <div className={styles.words}>
            <h2 className={styles.heading}>{t('shell.more-title')}</h2>
            <p className={styles.soft}>{t('shell.more-message')}</p>
          </div>
          <a href={site.moreMusicUrl} target="_blank" rel="noopener" className={looks({})}>
            {t('shell.more-link')}
          </a>
        </div>
      )}
      {asked === 'password' && (
        <AccountLinkDialog
          title={t('management.password-title')}
          message={t('management.password-message', { email })}
          yes={t('management.password-send')}
          no={t('common.cancel')}
          failed={t('error.generic-title')}
          sent={{
            title: t('management.password-sent-title'),
            message: t('management.password-sent-message', { email }),
          }}
          send={() => requestReset(email)}
          onClose={close}
        />
      )}
      {asked === 'everywhere' && (
        <Question
          title={t('management.everywhere-title')}
          message={t('management.everywhere-message')}
          yes={t('management.everywhere-confirm')}
          no={t('common.cancel')}
          onYes={leaveEverywhere}
          onNo={close}
        />
      )}
    </div>
  );
}
