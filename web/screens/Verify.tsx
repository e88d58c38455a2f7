import type { signInLink } from '@promenade/contract/access';
import type { RouteAnswer } from '@promenade/contract/route';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { completeSignIn, forgetSignInLink, hasRequestedSignInLink } from '../access/authentication.ts';
import { exchangeSignInLink, getSignInLink } from '../access/data.ts';
import { accessErrorText, ErrorBanner } from '../access/ErrorBanner.tsx';
import { SignInLinkForm } from '../access/SignInLinkForm.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { type ErrorText, getRefusalCode } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

type SignInLink = RouteAnswer<typeof signInLink>['data'];

/** Target of the link in a sign-in mail, with or without a session (requirement A-ROUTE-36). */
export function Verify({ ready }: { ready: () => Promise<unknown> }) {
  const t = useText();
  const { token = '' } = useParams();
  const [link, setLink] = useState<SignInLink>();
  const { submit: load, failure } = useSubmit({ send: async () => setLink(await getSignInLink(token)) });
  useEffect(() => {
    void load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once when the link is opened
  }, [token]);
  const [refused, setRefused] = useState<ErrorText>();
  const linkError = refused ?? findLinkError(link, failure);
  const showRefused = async (refusal: unknown) => {
    // The link may have ended since its page was opened.
    const current = await getSignInLink(token).catch(() => undefined);
    setRefused(findLinkError(current, refusal));
  };
  return (
    <AuthShell title={t('verify.title')}>
      {linkError ? (
        <NewLink email={link?.email} error={linkError} />
      ) : link ? (
        <LinkExchange key={token} token={token} link={link} ready={ready} onInvalid={showRefused} />
      ) : failure !== undefined ? (
        <>
          <ErrorBanner text={accessErrorText(failure)} />
          <Button variant="primary" size="large" fullWidth onClick={() => void load()}>
            {t('mailing.retry')}
          </Button>
        </>
      ) : (
        <p className={styles.message} role="status">
          {t('common.loading')}
        </p>
      )}
      <SupportButton />
    </AuthShell>
  );
}

/** Offers a new link, and the releases to a person who is signed in. */
function NewLink({ email, error }: { email: string | undefined; error: ErrorText }) {
  const t = useText();
  const navigate = useNavigate();
  const account = useTokenClaims();
  return (
    <>
      {account && (
        <div className={styles.words}>
          <p className={styles.message}>{t('verify.signed-in', { email: account.username })}</p>
          <Link to={paths.releases} className={buttonClass({ size: 'large', fullWidth: true })}>
            {t('release.to-releases')}
          </Link>
        </div>
      )}
      <SignInLinkForm initialEmail={email} initialError={error} onBack={() => void navigate(paths.home)} />
    </>
  );
}

const expiredText: ErrorText = { title: 'verify.expired-title', message: 'verify.expired-message', kind: 'error' };
const usedText: ErrorText = { title: 'verify.used-title', message: 'verify.used-message', kind: 'error' };

/** Why a link does not sign in; undefined for one that does, and while that is unknown. */
function findLinkError(link: SignInLink | undefined, refusal: unknown): ErrorText | undefined {
  const code = getRefusalCode(refusal);
  if (link?.state === 'expired') return expiredText;
  if (link?.state === 'used' || code === 'TOKEN_EXPIRED') return usedText;
  return code === 'INVALID_TOKEN' ? accessErrorText(refusal) : undefined;
}

interface Props {
  token: string;
  link: SignInLink;
  /** Awaited before the screen changes. */
  ready: () => Promise<unknown>;
  onInvalid: (refusal: unknown) => Promise<void>;
}

/**
 * Exchanges the link for a session: at once in the browser that requested it, elsewhere after a click. A mail scanner
 * that opens the page does not use up the link.
 */
function LinkExchange({ token, link, ready, onInvalid }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [isRequestedHere] = useState(() => hasRequestedSignInLink(link.email));
  const hasStarted = useRef(false);
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      try {
        const [tokens] = await Promise.all([exchangeSignInLink(token), ready()]);
        forgetSignInLink();
        completeSignIn(tokens, link.publicdevice);
        await navigate(paths.home, { replace: true });
      } catch (refused) {
        const code = getRefusalCode(refused);
        if (code !== 'INVALID_TOKEN' && code !== 'TOKEN_EXPIRED') throw refused;
        await onInvalid(refused);
      }
    },
  });
  useEffect(() => {
    if (!isRequestedHere || hasStarted.current) return;
    hasStarted.current = true;
    void submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the link is opened
  }, []);

  if (isRequestedHere && failure === undefined) {
    return (
      <p className={styles.message} role="status">
        {t('verify.busy', { email: link.email })}
      </p>
    );
  }
  return (
    <>
      {failure !== undefined && <ErrorBanner text={accessErrorText(failure)} />}
      <div className={styles.words}>
        <p className={styles.question}>{t('verify.question', { email: link.email })}</p>
        {!isRequestedHere && <p className={styles.message}>{t('verify.hint')}</p>}
        {link.publicdevice && <p className={styles.message}>{t('verify.public-hint')}</p>}
      </div>
      <Button variant="primary" size="large" fullWidth busy={isBusy} onClick={() => void submit()}>
        {t('verify.submit')}
      </Button>
    </>
  );
}
