import { Link } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { accountPath } from '../platform/paths.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { useConfirmReportNotice } from './accountData.ts';
import styles from './ReportNotice.module.css';

/** Tells an account once what labels see of it; reports count what it does from then on. */
export function ReportNotice() {
  const t = useText();
  const account = useTokenClaims();
  const confirm = useConfirmReportNotice();
  if (!account || account.told) return null;
  return (
    <Banner kind="info" title={t('report-notice.title')}>
      <p>{t('report-notice.message')}</p>
      <div className={styles.actions}>
        <Button
          busy={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onError: (failure) => notifyFailure(failure) })}
        >
          {t('report-notice.ok')}
        </Button>
        <Link to={accountPath('what-labels-see')}>{t('report-notice.link')}</Link>
      </div>
    </Banner>
  );
}
