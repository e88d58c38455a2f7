import type { ReactNode } from 'react';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';

/** Links that the installation configured, each in a new tab. */
export function FooterLinks() {
  const t = useText();
  return (
    <>
      <ExternalLink to={site.supportUrl}>{t('auth.support')}</ExternalLink>
      <ExternalLink to={site.privacyUrl}>{t('auth.privacy')}</ExternalLink>
      <ExternalLink to={site.companyUrl}>{site.companyName || t('auth.company')}</ExternalLink>
    </>
  );
}

function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  if (!to) return null;
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
