import { LifeBuoy } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { useAccount } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './SupportButton.module.css';

/** Help within reach on the way to an account; whoever is signed in has it in the shell (A-SHELL-22). */
export function SupportButton() {
  const t = useText();
  const account = useAccount();
  if (account || !site.supportUrl) return null;
  return (
    <a href={site.supportUrl} target="_blank" rel="noopener" className={styles.float}>
      <Icon icon={LifeBuoy} size={20} />
      <span>{t('support.open')}</span>
    </a>
  );
}
