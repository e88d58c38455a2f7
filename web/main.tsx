import './design/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { rememberDeepLink } from './platform/deepLink.ts';
import { logged } from './platform/logged.ts';
import { followBrowser } from './platform/online.ts';
import { followOtherTabs, restoreSession, useSession } from './platform/session.ts';
import { useSetting } from './platform/settingStore.ts';
import { loadText } from './platform/text.ts';
import { Router } from './router.tsx';
import { prefetchSignedIn } from './screens/lazyScreens.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

restoreSession(Date.now());
followOtherTabs();
followBrowser();
if (useSession.getState().accessToken === null) rememberDeepLink(window.location);
else void prefetchSignedIn();

// Words first: a screen of bare keys would be worse than a moment of nothing.
const { language } = useSetting.getState();
// English is what the rest falls back to.
for (const code of new Set(['en', language]))
  await loadText(code).catch((failure: unknown) => logged('The texts could not be read', failure));
createRoot(root).render(
  <StrictMode>
    <Router />
  </StrictMode>,
);
