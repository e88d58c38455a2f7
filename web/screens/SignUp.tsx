import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { SignUpEnd } from '../access/leaveStep.ts';
import { SignUpWizard } from '../access/SignUpWizard.tsx';
import { emptyDraft, type Invitation } from '../access/signUpDraft.ts';
import { Banner } from '../design/Banner.tsx';
import { Button, looks } from '../design/Button.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { decodeLink } from '../platform/tokens.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** The application for an account, alone or by an invitation; it works with and without a session (A-ROUTE-36). */
export function SignUp() {
  const { token } = useParams();
  return <SignUpBy key={token ?? ''} token={token} />;
}

function SignUpBy({ token }: { token: string | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const [invitation] = useState(() => readInvitation(token));
  const [draft, setDraft] = useState(() => emptyDraft(invitation?.email));
  const [end, setEnd] = useState<SignUpEnd | undefined>(token && !invitation ? 'expired' : undefined);
  const finish = (reached: SignUpEnd) => {
    if (reached === 'coworker') return void navigate(`${paths.home}?successSignUpCoworker=true`);
    setEnd(reached);
    window.scrollTo(0, 0);
  };
  /** Back to the fields, which kept their values; the address is proven anew. */
  const restart = () => {
    setDraft({ ...draft, code: '', codeSentTo: '', email_token: '' });
    setEnd(undefined);
  };

  if (end === undefined || end === 'coworker') {
    return (
      <AuthShell title={t(invitation ? 'signup.invited-title' : 'signup.title')}>
        {invitation?.inviter_name && (
          <p className={styles.message}>{t('signup.invited-by', { name: invitation.inviter_name })}</p>
        )}
        <SignUpWizard draft={draft} onDraft={setDraft} invitation={invitation} onEnd={finish} />
        <p className={styles.aside}>
          {t('signup.has-account')}{' '}
          <Link to={paths.home} className={styles.link}>
            {t('signup.to-sign-in')}
          </Link>
        </p>
        <SupportButton />
      </AuthShell>
    );
  }
  if (end === 'expired') {
    return (
      <AuthShell title={t('signup.title')}>
        <Banner kind="error" title={t('signup.expired-title')}>
          {t('signup.expired-message')}
        </Banner>
        <Link to={paths.signUp} className={looks({ look: 'primary', size: 'large' })} onClick={restart}>
          {t('signup.expired-sign-up')}
        </Link>
        <SupportButton />
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t(`signup.${end}-title`)}>
      <p className={styles.message} role="status">
        {t(`signup.${end}-message`, { email: draft.email.trim() })}
      </p>
      <Link to={paths.home} className={looks({ look: 'primary', size: 'large' })}>
        {t('signup.sign-in')}
      </Link>
      {end === 'taken' && !invitation && (
        <Button size="large" onClick={restart}>
          {t('signup.taken-other')}
        </Button>
      )}
      <SupportButton />
    </AuthShell>
  );
}

/** What an invitation says, while it is good. */
function readInvitation(token: string | undefined): Invitation | undefined {
  const link = decodeLink(token);
  return token && link?.kind === 'invitation' && link.exp * 1000 > Date.now() ? { ...link, token } : undefined;
}
