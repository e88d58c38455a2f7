import type { LinkClaims } from '@promenade/contract/access';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { accessErrorText } from '../access/accessErrors.ts';
import { exchangeLink } from '../access/data.ts';
import { enter } from '../access/enter.ts';
import { askedForLoginLink, forgetLoginLink } from '../access/loginLink.ts';
import { MagicLinkForm } from '../access/MagicLinkForm.tsx';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { type ErrorText, errorText, refusalCode } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { decodeLink } from '../platform/tokens.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Where the link of a sign-in mail leads; it works with and without a session (A-ROUTE-36). */
export function Verify({ ready }: { ready: () => Promise<unknown> }) {
  const t = useText();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const [link] = useState(() => decodeLink(token));
  const [failure, setFailure] = useState<ErrorText | undefined>(() =>
    isGood(link) ? undefined : errorText(undefined),
  );
  return (
    <AuthShell title={t('verify.title')}>
      {link && !failure ? (
        <ExchangeLink key={token} token={token} link={link} ready={ready} onRefused={setFailure} />
      ) : (
        <MagicLinkForm email={link?.email} failure={failure} onBack={() => void navigate(paths.home)} />
      )}
      <SupportButton />
    </AuthShell>
  );
}

const isGood = (link: LinkClaims | undefined): boolean => link?.kind === 'sign-in' && link.exp * 1000 > Date.now();

interface Props {
  token: string;
  link: LinkClaims;
  /** Awaited before the screen changes. */
  ready: () => Promise<unknown>;
  /** The link is of no more use. */
  onRefused: (failure: ErrorText) => void;
}

/** Only a person or the browser that asked exchanges it: a scanner that opens the page changes nothing. */
function ExchangeLink({ token, link, ready, onRefused }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [isOurs] = useState(() => askedForLoginLink(link.email));
  const hasBegun = useRef(false);
  const [isBusy, setBusy] = useState(isOurs);
  const [failure, setFailure] = useState<ErrorText>();

  const exchange = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const [tokens] = await Promise.all([exchangeLink(token), ready()]);
      forgetLoginLink();
      enter(tokens, link.publicdevice ?? false);
      await navigate(paths.home, { replace: true });
    } catch (refused) {
      const code = refusalCode(refused);
      if (code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED') return onRefused(accessErrorText(refused));
      setFailure(accessErrorText(refused));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (!isOurs || hasBegun.current) return;
    hasBegun.current = true;
    void exchange();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- at the first sight of the link, once
  }, []);

  if (isBusy && isOurs && !failure) {
    return (
      <p className={styles.message} role="status">
        {t('verify.busy', { email: link.email })}
      </p>
    );
  }
  return (
    <>
      {failure && (
        <Banner kind={failure.kind} title={t(failure.title)}>
          {t(failure.message)}
        </Banner>
      )}
      <div className={styles.words}>
        <p className={styles.question}>{t('verify.question', { email: link.email })}</p>
        {!isOurs && <p className={styles.message}>{t('verify.hint')}</p>}
        {link.publicdevice && <p className={styles.message}>{t('verify.public-hint')}</p>}
      </div>
      <Button look="primary" size="large" wide busy={isBusy} onClick={() => void exchange()}>
        {t('verify.submit')}
      </Button>
    </>
  );
}
