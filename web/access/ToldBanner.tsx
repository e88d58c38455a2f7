import { Link } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { accountPath } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { useConfirmTold } from './accountData.ts';
import styles from './ToldBanner.module.css';

/** Tells an account once what labels see of it; reports count what it does from then on. */
export function ToldBanner() {
  const t = useText();
  const account = useAccount();
  const confirm = useConfirmTold();
  if (!account || account.told) return null;
  return (
    <Banner kind="info" title={t('told.title')}>
      <p>{t('told.message')}</p>
      <div className={styles.actions}>
        <Button
          busy={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onError: (failure) => notifyFailure(failure) })}
        >
          {t('told.ok')}
        </Button>
        <Link to={accountPath('what-labels-see')}>{t('told.link')}</Link>
      </div>
    </Banner>
  );
}
