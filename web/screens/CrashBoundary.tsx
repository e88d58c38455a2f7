import { Component, type ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { Logo } from '../design/Logo.tsx';
import { logError } from '../platform/logError.ts';
import { useText } from '../platform/text.ts';
import styles from './NotFound.module.css';

/** Error boundary; React supports it only as a class. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown): void {
    logError('A screen crashed', error);
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children;
  }
}

function CrashPage() {
  const t = useText();
  return (
    <main className={styles.fullPage} role="alert">
      <Logo size={72} />
      <h1 className={styles.title}>{t('error.generic-title')}</h1>
      <p className={styles.message}>{t('error.generic-message')}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  );
}
