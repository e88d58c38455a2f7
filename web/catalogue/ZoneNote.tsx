import { getZone } from '../platform/format.ts';
import { useText } from '../platform/text.ts';
import styles from './ZoneNote.module.css';

/** Says once on a page in which zone its times are. */
export function ZoneNote() {
  const t = useText();
  return <p className={styles.note}>{t('common.zone', { zone: getZone() })}</p>;
}
