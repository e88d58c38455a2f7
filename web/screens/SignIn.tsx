import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { SignInForm } from '../access/SignInForm.tsx';
import { Banner } from '../design/Banner.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { prefetchSignedIn } from './lazyScreens.ts';

/** The way in. */
export function SignIn() {
  const t = useText();
  const [query] = useSearchParams();
  useEffect(prefetchWhenIdle, []);
  return (
    <AuthShell title={t('signin.title')}>
      {query.has('successSignUpCoworker') && (
        <Banner kind="success" title={t('signin.created-title')}>
          {t('signin.created-message')}
        </Banner>
      )}
      <SignInForm ready={prefetchSignedIn} />
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
