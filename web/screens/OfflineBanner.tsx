import { WifiOff } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { PRODUCT_NAME } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './OfflineBanner.module.css';

/** Covers the page while the browser is offline (requirement C-MODAL-04). */
export function OfflineBanner() {
  const t = useText();
  const isOnline = useBrowserState((state) => state.isConnectedWithInternet);
  if (isOnline) return null;
  return (
    <div className={styles.overlay}>
      <p className={styles.banner} role="alert">
        <Icon icon={WifiOff} size={18} />
        {t('shell.offline', { product: PRODUCT_NAME })}
      </p>
    </div>
  );
}
