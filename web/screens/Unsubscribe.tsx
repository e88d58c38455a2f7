import { useParams } from 'react-router';
import { StopMails } from '../access/StopMails.tsx';
import { useText } from '../platform/text.ts';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Where the unsubscribe link of a release mail leads; it works with and without a session. */
export function Unsubscribe() {
  const t = useText();
  const { token = '' } = useParams();
  return (
    <AuthShell title={t('mailing.title')}>
      <StopMails key={token} token={token} />
      <SupportButton />
    </AuthShell>
  );
}
