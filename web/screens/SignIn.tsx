import { startTransition, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SignInForm } from '../access/SignInForm.tsx';
import { Banner } from '../design/Banner.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { MagicLinkForm, prefetchSignedIn } from './lazyScreens.ts';

/** The way in: by password, or by a mailed link. */
export function SignIn() {
  const t = useText();
  const [query] = useSearchParams();
  const [magicFor, setMagicFor] = useState<string>();
  const isMagic = magicFor !== undefined;
  useEffect(prefetchWhenIdle, []);
  // The form that is here stays until the other one has come.
  const show = (email: string | undefined) => startTransition(() => setMagicFor(email));
  return (
    <AuthShell title={t(isMagic ? 'magic.title' : 'signin.title')}>
      {query.has('successSignUpCoworker') && (
        <Banner kind="success" title={t('signin.created-title')}>
          {t('signin.created-message')}
        </Banner>
      )}
      {isMagic ? (
        <MagicLinkForm email={magicFor} onBack={() => show(undefined)} />
      ) : (
        <SignInForm ready={prefetchSignedIn} onMagic={show} />
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

/** The gallery's code, while the person types; never in the way of the first paint. */
function prefetchWhenIdle(): () => void {
  const timer = setTimeout(() => void prefetchSignedIn(), 2_000);
  const typing = () => void prefetchSignedIn();
  window.addEventListener('input', typing, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('input', typing);
  };
}
