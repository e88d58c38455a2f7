import { Component, type ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { Logo } from '../design/Logo.tsx';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import styles from './NotFound.module.css';

interface Props {
  children: ReactNode;
}

/** Catches a crash of any screen. A class, because React has no other way to say this. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidCatch(failure: unknown): void {
    logged('A screen crashed', failure);
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const t = useText();
  return (
    <main className={styles.alone} role="alert">
      <Logo size={72} />
      <h1 className={styles.title}>{t('error.generic-title')}</h1>
      <p className={styles.message}>{t('error.generic-message')}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  );
}
