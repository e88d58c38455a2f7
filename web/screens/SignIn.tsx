import { Suspense, startTransition, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SignInForm } from '../access/SignInForm.tsx';
import { Banner } from '../design/Banner.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { LinkNote, prefetchSignedIn, SignInLinkForm } from './lazyScreens.ts';

/** Sign-in by password or by a mailed link. `mailedToken` is that of another mailed link, which waits for the sign-in. */
export function SignIn({ mailedToken }: { mailedToken?: string | undefined }) {
  const t = useText();
  const [query] = useSearchParams();
  /** Set: the form for the mailed link is open, with this address. */
  const [linkEmail, setLinkEmail] = useState<string>();
  const isLink = linkEmail !== undefined;
  useEffect(prefetchWhenIdle, []);
  // The current form stays until the other one is loaded.
  const switchForm = (email: string | undefined) => startTransition(() => setLinkEmail(email));
  return (
    <AuthShell title={t(isLink ? 'magic.title' : 'signin.title')}>
      {query.has('successSignUpCoworker') && (
        <Banner kind="success" title={t('signin.created-title')}>
          {t('signin.created-message')}
        </Banner>
      )}
      <Suspense fallback={null}>{mailedToken && <LinkNote token={mailedToken} />}</Suspense>
      {isLink ? (
        <SignInLinkForm initialEmail={linkEmail} onBack={() => switchForm(undefined)} />
      ) : (
        <SignInForm ready={prefetchSignedIn} onLink={switchForm} />
      )}
      {site.applyAccountUrl && (
        <p className={styles.aside}>
          {t('signin.new-here')}{' '}
          <a href={site.applyAccountUrl} target="_blank" rel="noopener" className={styles.link}>
            {t('signin.request')}
          </a>
        </p>
      )}
    </AuthShell>
  );
}

/** Loads the gallery's code when the person types or after two seconds, so that it does not delay the first paint. */
function prefetchWhenIdle(): () => void {
  const prefetch = () => void prefetchSignedIn();
  const timer = setTimeout(prefetch, 2_000);
  window.addEventListener('input', prefetch, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('input', prefetch);
  };
}
