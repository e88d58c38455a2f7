import type { ReactNode } from 'react';
import { Logo } from '../design/Logo.tsx';
import { Vinyl } from '../design/Vinyl.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { PRODUCT_NAME } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { FooterLinks } from './FooterLinks.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';

/** Layout of the screens before the session: logo, language, content, footer links and the vinyl picture. */
export function AuthShell({ title, children }: { title: string; children: ReactNode }) {
  const t = useText();
  useTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.header}>
          <Logo name={PRODUCT_NAME} />
          <LanguageSelect />
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </main>
        <footer className={styles.footer}>
          <FooterLinks />
        </footer>
      </div>
      <aside className={styles.art}>
        <p className={styles.headline}>{t('auth.headline')}</p>
        <p className={styles.lead}>{t('auth.lead')}</p>
        <Vinyl text={t('auth.record')} className={styles.vinyl} />
      </aside>
    </div>
  );
}
