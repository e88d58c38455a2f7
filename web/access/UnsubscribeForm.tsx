import { useEffect, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { focusOnMount } from '../platform/focus.ts';
import { accountPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { getSubscription, unsubscribe } from './data.ts';
import { accessErrorText, ErrorBanner } from './ErrorBanner.tsx';

/** Stops the release mails of the account that the link names. Opening the link alone changes nothing. */
export function UnsubscribeForm({ token }: { token: string }) {
  const t = useText();
  const [subscription, setSubscription] = useState<Awaited<ReturnType<typeof unsubscribe>>>();
  const load = useSubmit({ send: async () => setSubscription(await getSubscription(token)) });
  const stop = useSubmit({ send: async () => setSubscription(await unsubscribe(token)) });
  useEffect(() => {
    void load.submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once when the link is opened
  }, [token]);

  const problem = stop.failure ?? load.failure;
  const code = getRefusalCode(problem);
  if (code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED') {
    return (
      <>
        <Banner kind="error" title={t('mailing.refused-title')}>
          {t('mailing.refused')}
        </Banner>
        <SettingsLink />
      </>
    );
  }
  const banner = problem !== undefined && <ErrorBanner text={accessErrorText(problem)} />;
  if (!subscription) {
    if (!banner) return <p role="status">{t('common.loading')}</p>;
    return (
      <>
        {banner}
        <Button variant="primary" size="large" fullWidth onClick={() => void load.submit()}>
          {t('mailing.retry')}
        </Button>
      </>
    );
  }
  if (subscription.mailpref === 'none') {
    return (
      <>
        <Banner kind="success" title={t('mailing.stopped-title')} isNameFirst>
          <p>{t('mailing.stopped', { email: subscription.email })}</p>
          <p>{t('mailing.again')}</p>
        </Banner>
        <SettingsLink isFocused={stop.isSent} />
      </>
    );
  }
  return (
    <>
      {banner}
      <div className={styles.words}>
        <p className={styles.heading}>{t('mailing.question', { email: subscription.email })}</p>
        <p className={styles.lead}>{t('mailing.hint')}</p>
      </div>
      <Button variant="primary" size="large" fullWidth busy={stop.isBusy} onClick={() => void stop.submit()}>
        {t('mailing.stop')}
      </Button>
    </>
  );
}

/** Loads the page anew: without a session the sign-in page remembers the address. */
function SettingsLink({ isFocused = false }: { isFocused?: boolean }) {
  const t = useText();
  return (
    <a
      ref={isFocused ? focusOnMount : null}
      href={accountPath('settings-preferences')}
      className={buttonClass({ size: 'large', fullWidth: true })}
    >
      {t('mailing.settings')}
    </a>
  );
}
