import { Button } from '../design/Button.tsx';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';

/** What this part shows did not come; asking again is one press away. */
export function AccountFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <div className={styles.failed} role="alert">
      <h2 className={styles.heading}>{t('account.failed-title')}</h2>
      <p className={styles.soft}>{t('account.failed-hint')}</p>
      <Button look="primary" onClick={onRetry}>
        {t('account.retry')}
      </Button>
    </div>
  );
}
