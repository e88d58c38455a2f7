import type { LinkClaims } from '@promenade/contract/access';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { completeSignIn, forgetSignInLink, hasRequestedSignInLink } from '../access/authentication.ts';
import { exchangeSignInLink } from '../access/data.ts';
import { accessErrorText, ErrorBanner } from '../access/ErrorBanner.tsx';
import { SignInLinkForm } from '../access/SignInLinkForm.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { type ErrorText, getErrorText, getRefusalCode } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { isLinkExpired, parseLinkToken } from '../platform/tokens.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Target of the link in a sign-in mail, with or without a session (requirement A-ROUTE-36). */
export function Verify({ ready }: { ready: () => Promise<unknown> }) {
  const t = useText();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const [link] = useState(() => parseLinkToken(token));
  const [linkError, setLinkError] = useState<ErrorText | undefined>(() => findLinkError(link));
  const account = useAccount();
  return (
    <AuthShell title={t('verify.title')}>
      {link && !linkError ? (
        <LinkExchange key={token} token={token} link={link} ready={ready} onInvalid={setLinkError} />
      ) : (
        <>
          {account && (
            <div className={styles.words}>
              <p className={styles.message}>{t('verify.signed-in', { email: account.username })}</p>
              <Link to={paths.releases} className={buttonClass({ size: 'large', fullWidth: true })}>
                {t('release.to-releases')}
              </Link>
            </div>
          )}
          <SignInLinkForm
            initialEmail={link?.email}
            initialError={linkError}
            onBack={() => void navigate(paths.home)}
          />
        </>
      )}
      <SupportButton />
    </AuthShell>
  );
}

const expiredText: ErrorText = { title: 'verify.expired-title', message: 'verify.expired-message', kind: 'error' };
const usedText: ErrorText = { title: 'verify.used-title', message: 'verify.used-message', kind: 'error' };

/** Of a link that cannot sign in, without asking the server. */
function findLinkError(link: LinkClaims | undefined): ErrorText | undefined {
  if (link?.kind !== 'sign-in') return getErrorText(undefined);
  return isLinkExpired(link, Date.now()) ? expiredText : undefined;
}

interface Props {
  token: string;
  link: LinkClaims;
  /** Awaited before the screen changes. */
  ready: () => Promise<unknown>;
  onInvalid: (error: ErrorText) => void;
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
        completeSignIn(tokens, link.publicdevice ?? false);
        await navigate(paths.home, { replace: true });
      } catch (refused) {
        const code = getRefusalCode(refused);
        if (code !== 'INVALID_TOKEN' && code !== 'TOKEN_EXPIRED') throw refused;
        onInvalid(code === 'TOKEN_EXPIRED' ? (findLinkError(link) ?? usedText) : accessErrorText(refused));
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
