import './platform/firstCall.ts';
import './design/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { watchBrowserState } from './platform/browserStateStore.ts';
import { setDeepLink } from './platform/deepLink.ts';
import { logError } from './platform/logError.ts';
import { getStateOwner } from './platform/persistedState.ts';
import { restoreSession, useSession, watchOtherTabs } from './platform/session.ts';
import { resumeSession } from './platform/sessionRefresh.ts';
import { useSettings } from './platform/settingsStore.ts';
import { loadLanguage } from './platform/text.ts';
import { showTooltip } from './platform/tooltips.ts';
import { Router } from './router.tsx';
import { prefetchSignedIn } from './screens/lazyScreens.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Not at the top level: WebKit then hands out modules of a second `import()` before they have run (bug 242740). */
async function start(container: HTMLElement) {
  restoreSession(Date.now());
  watchOtherTabs();
  watchBrowserState();
  document.addEventListener('pointerover', showTooltip);
  const formerAccount = getStateOwner();
  const isSignedIn = () => useSession.getState().accessToken !== null;
  const screens = isSignedIn() && prefetchSignedIn();
  const resumed = resumeSession(Date.now());

  // Loaded before the first render, which would show text keys otherwise. English is the fallback for missing texts.
  const { language } = useSettings.getState();
  for (const code of new Set(['en', language]))
    await loadLanguage(code).catch((failure: unknown) => logError('Could not load the texts', failure));
  await resumed;
  if (!isSignedIn()) setDeepLink(window.location, formerAccount);
  await screens;
  // React renders a transition in short slices, so that the page reacts to taps meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <Router />
      </StrictMode>,
    ),
  );
}

void start(root);
