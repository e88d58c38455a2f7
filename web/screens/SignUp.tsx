import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { SignUpWizard } from '../access/SignUpWizard.tsx';
import { checkEmail } from '../access/signUpData.ts';
import { emptyDraft, type Invitation } from '../access/signUpDraft.ts';
import type { SignUpOutcome } from '../access/submitStep.ts';
import { Banner } from '../design/Banner.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { isLinkExpired, parseLinkToken } from '../platform/tokens.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Sign-up with or without an invitation, with or without a session (requirement A-ROUTE-36). */
export function SignUp() {
  const { token } = useParams();
  return <SignUpPage key={token ?? ''} token={token} />;
}

function SignUpPage({ token }: { token: string | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const [invitation] = useState(() => parseInvitation(token));
  const [draft, setDraft] = useState(() => emptyDraft(invitation?.email));
  const [outcome, setOutcome] = useState<SignUpOutcome | undefined>(token && !invitation ? 'expired' : undefined);
  const invitedEmail = invitation?.email;
  useEffect(() => {
    // An invitation that has been used, too, belongs to an address with an account.
    if (invitedEmail)
      checkEmail(invitedEmail).catch(
        (failure: unknown) => getRefusalCode(failure) === 'CHECK_EMAIL_FAILED' && setOutcome('taken'),
      );
  }, [invitedEmail]);
  const finish = (result: SignUpOutcome) => {
    if (result === 'coworker') return void navigate(`${paths.home}?successSignUpCoworker=true`);
    setOutcome(result);
    window.scrollTo(0, 0);
  };
  /** Shows the form again with its values; the address has to be verified again. */
  const restart = () => {
    setDraft({ ...draft, code: '', codeSentTo: '', email_token: '' });
    setOutcome(undefined);
  };

  if (outcome === undefined || outcome === 'coworker') {
    return (
      <AuthShell title={t(invitation ? 'signup.invited-title' : 'signup.title')}>
        {invitation?.inviter_name && (
          <p className={styles.message}>{t('signup.invited-by', { name: invitation.inviter_name })}</p>
        )}
        <SignUpWizard draft={draft} onDraft={setDraft} invitation={invitation} onEnd={finish} />
        <SignInHint />
        <SupportButton />
      </AuthShell>
    );
  }
  if (outcome === 'expired') {
    const name = inviterOf(token);
    return (
      <AuthShell title={t('signup.title')}>
        <Banner kind="error" title={t('signup.expired-title')}>
          {name ? t('signup.expired-ask', { name }) : t('signup.expired-message')}
        </Banner>
        {/* Another address is another form; at the same one, the form is shown again. The dead link leaves the history. */}
        <Link
          to={paths.signUp}
          replace
          className={buttonClass({ variant: 'primary', size: 'large' })}
          onClick={token ? undefined : restart}
        >
          {t('signup.expired-sign-up')}
        </Link>
        <SignInHint />
        <SupportButton />
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t(`signup.${outcome}-title`)}>
      <p className={styles.message} role="status">
        {t(`signup.${outcome}-message`, { email: draft.email.trim() })}
      </p>
      <Link to={paths.home} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {t('signup.sign-in')}
      </Link>
      {outcome === 'taken' && !invitation && (
        <Button size="large" onClick={restart}>
          {t('signup.taken-other')}
        </Button>
      )}
      <SupportButton />
    </AuthShell>
  );
}

function SignInHint() {
  const t = useText();
  return (
    <p className={styles.aside}>
      {t('signup.has-account')}{' '}
      <Link to={paths.home} className={styles.link}>
        {t('signup.to-sign-in')}
      </Link>
    </p>
  );
}

/** Who sent the invitation, expired or not. */
const inviterOf = (token: string | undefined): string | undefined => {
  const { inviter_name, inviter_email } = parseLinkToken(token) ?? {};
  return inviter_name || inviter_email;
};

/** Claims of the token, unless it has expired or belongs to another kind of link. */
function parseInvitation(token: string | undefined): Invitation | undefined {
  const link = parseLinkToken(token);
  return token && link?.kind === 'invitation' && !isLinkExpired(link, Date.now()) ? { ...link, token } : undefined;
}
