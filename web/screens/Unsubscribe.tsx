import { useParams } from 'react-router';
import { UnsubscribeForm } from '../access/UnsubscribeForm.tsx';
import { useText } from '../platform/text.ts';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Target of the unsubscribe link in a release mail, with or without a session. */
export function Unsubscribe() {
  const t = useText();
  const { token = '' } = useParams();
  return (
    <AuthShell title={t('mailing.title')}>
      <UnsubscribeForm key={token} token={token} />
      <SupportButton />
    </AuthShell>
  );
}
