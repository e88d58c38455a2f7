import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { Icon } from '../design/Icon.tsx';
import { Tooltip } from '../design/Tooltip.tsx';
import { isStaff, useTokenClaims } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { signOutEverywhere } from './authentication.ts';
import { requestReset } from './data.ts';
import { stopPush } from './pushData.ts';
import { SendLinkDialog } from './SendLinkDialog.tsx';

export function Management() {
  const t = useText();
  const account = useTokenClaims();
  const email = account?.username ?? '';
  const [openDialog, setOpenDialog] = useState<'password' | 'everywhere'>();
  const close = () => setOpenDialog(undefined);
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
        {(['password', 'everywhere'] as const).map((action) => (
          <button key={action} type="button" className={styles.row} onClick={() => setOpenDialog(action)}>
            <span className={styles.words}>
              <span className={styles.link}>{t(`management.${action}`)}</span>
              <span className={styles.hint}>{t(`management.${action}-hint`)}</span>
            </span>
            <Icon icon={ChevronRight} size={18} />
          </button>
        ))}
      </section>
      {site.moreMusicUrl && !isStaff(account) && (
        <div className={styles.more}>
          <div className={styles.words}>
            <h2 className={styles.heading}>{t('shell.more-title')}</h2>
            <p className={styles.soft}>{t('shell.more-message')}</p>
          </div>
          <a href={site.moreMusicUrl} target="_blank" rel="noopener" className={buttonClass({})}>
            {t('shell.more-link')}
          </a>
        </div>
      )}
      {openDialog === 'password' && (
        <SendLinkDialog
          title={t('management.password-title')}
          message={t('management.password-message', { email })}
          confirmLabel={t('management.password-send')}
          cancelLabel={t('common.cancel')}
          errorTitle={t('error.generic-title')}
          success={{
            title: t('management.password-sent-title'),
            message: t('management.password-sent-message', { email }),
          }}
          send={() => requestReset(email)}
          onClose={close}
        />
      )}
      {openDialog === 'everywhere' && (
        <ConfirmDialog
          title={t('management.everywhere-title')}
          message={t('management.everywhere-message')}
          confirmLabel={t('management.everywhere-confirm')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => {
            void stopPush();
            signOutEverywhere();
          }}
          onCancel={close}
        />
      )}
    </div>
  );
}
