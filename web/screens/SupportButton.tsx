import { LifeBuoy } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { useTokenClaims } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './SupportButton.module.css';

/** Floating link for visitors; a signed-in person has Help in the shell (requirement A-SHELL-22). */
export function SupportButton() {
  const t = useText();
  const account = useTokenClaims();
  if (account || !site.supportUrl) return null;
  return (
    <a href={site.supportUrl} target="_blank" rel="noopener" className={styles.floating}>
      <Icon icon={LifeBuoy} size={20} />
      <span>{t('support.open')}</span>
    </a>
  );
}
