import { useEffect, useRef } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button, looks } from '../design/Button.tsx';
import { accountPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { accessErrorText } from './accessErrors.ts';
import { useMailing } from './useMailing.ts';

/** Whose release mails a link is about, and the button that stops them: opening the link alone changes nothing. */
export function StopMails({ token }: { token: string }) {
  const t = useText();
  const { mailing, failure, isRefused, isBusy, isStopped, look, stop } = useMailing(token);
  if (isRefused) {
    return (
      <>
        <Banner kind="error" title={t('mailing.refused-title')}>
          {t('mailing.refused')}
        </Banner>
        <SettingsLink />
      </>
    );
  }
  const text = failure === undefined ? undefined : accessErrorText(failure);
  const problem = text && (
    <Banner kind={text.kind} title={t(text.title)}>
      {t(text.message)}
    </Banner>
  );
  if (!mailing) {
    if (!problem) return <p role="status">{t('common.loading')}</p>;
    return (
      <>
        {problem}
        <Button look="primary" size="large" wide onClick={look}>
          {t('mailing.retry')}
        </Button>
      </>
    );
  }
  if (mailing.mailpref === 'none') {
    return (
      <>
        <Banner kind="success" title={t('mailing.stopped-title')}>
          <p>{t('mailing.stopped', { email: mailing.email })}</p>
          <p>{t('mailing.again')}</p>
        </Banner>
        <SettingsLink isNext={isStopped} />
      </>
    );
  }
  return (
    <>
      {problem}
      <div className={styles.words}>
        <p className={styles.heading}>{t('mailing.question', { email: mailing.email })}</p>
        <p className={styles.lead}>{t('mailing.hint')}</p>
      </div>
      <Button look="primary" size="large" wide busy={isBusy} onClick={() => void stop()}>
        {t('mailing.stop')}
      </Button>
    </>
  );
}

/** Opens anew: without a session the sign-in page remembers the way. `isNext` takes the focus of what went. */
function SettingsLink({ isNext = false }: { isNext?: boolean }) {
  const t = useText();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isNext) link.current?.focus();
  }, [isNext]);
  return (
    <a ref={link} href={accountPath('settings-preferences')} className={looks({ size: 'large', wide: true })}>
      {t('mailing.settings')}
    </a>
  );
}
