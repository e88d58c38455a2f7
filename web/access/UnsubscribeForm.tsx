import type { MailFrequency } from '@promenade/contract/profile';
import type { Subscription } from '@promenade/contract/unsubscribe';
import { Fragment, useEffect, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { focusOnMount } from '../platform/focus.ts';
import { accountPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { accessErrorText, ErrorBanner } from './ErrorBanner.tsx';
import { changeSubscription, getSubscription } from './mailData.ts';

/** Stops the mails of a label or all release mails of the account that the link names. Opening it changes nothing. */
export function UnsubscribeForm({ token }: { token: string }) {
  const t = useText();
  const [subscription, setSubscription] = useState<Subscription>();
  /** The frequency before this page stopped all mails. */
  const [formerPref, setFormerPref] = useState<MailFrequency>();
  const load = useSubmit({ send: async () => setSubscription(await getSubscription(token)) });
  useEffect(() => {
    void load.submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once when the link is opened
  }, [token]);

  const code = getRefusalCode(load.failure);
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
  if (!subscription) {
    if (load.failure === undefined) return <p role="status">{t('common.loading')}</p>;
    return (
      <>
        <ErrorBanner text={accessErrorText(load.failure)} />
        <Button variant="primary" size="large" fullWidth onClick={() => void load.submit()}>
          {t('mailing.retry')}
        </Button>
      </>
    );
  }
  const { email, mailpref, labels } = subscription;
  const shared = { token, onChange: setSubscription };
  if (mailpref === 'none') {
    return (
      <>
        <Banner kind="success" title={t('mailing.stopped-title')} isNameFirst>
          <p>{t('mailing.stopped', { email })}</p>
          <p>{t('mailing.again')}</p>
        </Banner>
        {formerPref && (
          <ChangeButton {...shared} change={{ mailpref: formerPref }}>
            {t('library.undo')}
          </ChangeButton>
        )}
        <SettingsLink isFocused={formerPref !== undefined} />
      </>
    );
  }
  return (
    <>
      <div className={styles.words}>
        <p className={styles.heading}>
          {t(mailpref === null ? 'mailing.question-invited' : 'mailing.question', { email })}
        </p>
        <p className={styles.lead}>{t(mailpref === null ? 'mailing.hint-invited' : 'mailing.hint')}</p>
      </div>
      {labels.map(({ labelid, name, stopped }) => (
        <Fragment key={labelid}>
          {stopped && <Banner kind="success" title={t('mailing.label-stopped', { label: name })} isNameFirst />}
          <ChangeButton {...shared} isPrimary={!stopped} change={{ labelid, stopped: !stopped }}>
            {stopped ? t('mailing.undo-label', { label: name }) : t('mailing.stop-label', { label: name })}
          </ChangeButton>
        </Fragment>
      ))}
      {mailpref !== null && (
        <ChangeButton
          {...shared}
          isPrimary={labels.length === 0}
          change={{ mailpref: 'none' }}
          onChange={(changed) => {
            setFormerPref(mailpref);
            setSubscription(changed);
          }}
        >
          {t('mailing.stop')}
        </ChangeButton>
      )}
    </>
  );
}

interface ChangeButtonProps {
  token: string;
  change: Parameters<typeof changeSubscription>[1];
  isPrimary?: boolean;
  onChange: (changed: Subscription) => void;
  children: string;
}

/** Sends a change; a failure is shown above the button. */
function ChangeButton({ token, change, isPrimary = false, onChange, children }: ChangeButtonProps) {
  const { submit, isBusy, failure } = useSubmit({
    send: async () => onChange(await changeSubscription(token, change)),
  });
  return (
    <>
      {failure !== undefined && <ErrorBanner text={accessErrorText(failure)} />}
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size="large"
        fullWidth
        busy={isBusy}
        onClick={() => void submit()}
      >
        {children}
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
