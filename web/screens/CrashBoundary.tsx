import { Component, type ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { Logo } from '../design/Logo.tsx';
import { logError } from '../platform/logError.ts';
import { waitForService } from '../platform/request.ts';
import { useText } from '../platform/text.ts';
import styles from './NotFound.module.css';

/** Error boundary; React supports it only as a class. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? true };
  }

  override componentDidCatch(error: unknown): void {
    logError('A screen crashed', error);
    if (isMissingScript(error)) void reloadWhenBack();
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <CrashPage isOutage={isMissingScript(error)} />;
  }
}

/** Whether the code of a screen could not be loaded, in the words of Chromium, Firefox, WebKit and Vite. */
const isMissingScript = (error: unknown): boolean => /imported module|module script|preload/i.test(String(error));

/** Reloads the page when the service answers and nothing plays. */
export async function reloadWhenBack(reload = () => window.location.reload()): Promise<void> {
  do await waitForService();
  while ('mediaSession' in navigator && navigator.mediaSession.playbackState === 'playing');
  reload();
}

function CrashPage({ isOutage }: { isOutage: boolean }) {
  const t = useText();
  return (
    <main className={styles.fullPage} role="alert">
      <Logo size={72} />
      <h1 className={styles.title}>{t(isOutage ? 'error.unavailable-title' : 'error.generic-title')}</h1>
      <p className={styles.message}>{t(isOutage ? 'error.unavailable-message' : 'error.generic-message')}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  );
}
