import { WifiOff } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { useGlobal } from '../platform/online.ts';
import { PRODUCT_NAME } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './OfflineBanner.module.css';

/** Lies over everything while the browser is offline, so that nothing is pressed in vain (C-MODAL-04). */
export function OfflineBanner() {
  const t = useText();
  const isOnline = useGlobal((global) => global.isConnectedWithInternet);
  if (isOnline) return null;
  return (
    <div className={styles.cover}>
      <p className={styles.banner} role="alert">
        <Icon icon={WifiOff} size={18} />
        {t('shell.offline', { product: PRODUCT_NAME })}
      </p>
    </div>
  );
}
