import { useState } from 'react';
import { Link } from 'react-router';
import { useReleases } from '../catalogue/data.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './Gallery.module.css';
import { getLastMonday } from './lastMonday.ts';

/** How many releases arrived since Monday, as a link to them; nothing without any. */
export function NewReleases() {
  const t = useText();
  const [since] = useState(() => getLastMonday(new Date()).toISOString());
  const { total } = useReleases({ since, sort: '-date', pagesize: 1 });
  if (total === 0) return null;
  return (
    <Link to={`${paths.releases}?since=${since}`} state={{ top: true }} className={styles.news}>
      {t('gallery.new-since-monday', { count: total })}
    </Link>
  );
}
