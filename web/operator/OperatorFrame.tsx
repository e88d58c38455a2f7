import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import { centerSelected } from '../design/Tabs.tsx';
import { useText } from '../platform/text.ts';
import styles from './OperatorFrame.module.css';
import { operatorPages } from './operatorPages.ts';
import { operatorPath } from './operatorPath.ts';

/** The navigation of the console above one of its pages. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const t = useText();
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (row.current) centerSelected(row.current, '[aria-current]');
  }, [pathname]);
  return (
    <>
      <nav ref={row} className={styles.pages} aria-label={t('operator.title')}>
        {operatorPages.map(({ id, text }) => (
          <NavLink key={id} to={operatorPath(id)} end={id === ''} className={styles.page}>
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={null}>{children}</Suspense>
    </>
  );
}

/** A page of operators; those of labels say their zone themselves. */
export function WithZone({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <div className={styles.zone}>
        <ZoneNote />
      </div>
    </>
  );
}
