import { Link } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { accountPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';

/** Tells an account that mails to its address came back. */
export function BouncedBanner() {
  const t = useText();
  return (
    <Banner kind="error" title={t('bounced.title')}>
      <p>{t('bounced.message')}</p>
      <Link to={accountPath('settings-preferences')}>{t('bounced.link')}</Link>
    </Banner>
  );
}
