import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useId } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { Management } from '../access/Management.tsx';
import { Profile } from '../access/Profile.tsx';
import { Settings } from '../access/Settings.tsx';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { MyNetwork } from '../network/MyNetwork.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { type AccountPart, accountParts, accountPath, paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { WhatLabelsSee } from '../reports/WhatLabelsSee.tsx';
import { SharedShelf } from '../shelf/SharedShelf.tsx';
import styles from './Account.module.css';
import { AccountMobile } from './AccountMobile.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';

const views = {
  profile: Profile,
  'my-network': MyNetwork,
  management: Management,
  'settings-preferences': SettingsAndShelf,
  'what-labels-see': SeenAndShelf,
};

function SettingsAndShelf() {
  return (
    <Settings>
      <SharedShelf />
    </Settings>
  );
}

function SeenAndShelf() {
  return (
    <WhatLabelsSee>
      <SharedShelf />
    </WhatLabelsSee>
  );
}

/** The account area: tabs; on a phone a menu and a page for each part (requirement A-ROUTE-37). */
export function Account({ part }: { part?: AccountPart }) {
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const { subroute = part } = useParams();
  if (isMobile && subroute === undefined) return <AccountMobile />;
  return <AccountPage part={accountParts.find((entry) => entry.subroute === subroute)?.subroute ?? 'profile'} />;
}

/** Target of the links that merge or split addresses: the settings, which use the token (A-ROUTE-25 to A-ROUTE-28). */
export function LinkRedirect({ kind }: { kind: 'merge' | 'split' }) {
  const { token = '' } = useParams();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const settings = isMobile ? paths.settings : accountPath('settings-preferences');
  return <Navigate to={`${settings}?${new URLSearchParams({ [kind]: token })}`} replace />;
}

function AccountPage({ part }: { part: AccountPart }) {
  const t = useText();
  const navigate = useNavigate();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const panelId = useId();
  const View = views[part];
  useTitle(t(isMobile ? `account.${part}` : 'account.title'));
  // The same tree for both widths: turning a phone does not discard typed values.
  return (
    <div className={styles.page}>
      {!isMobile && (
        <Tabs
          label={t('account.title')}
          tabs={accountParts.map(({ subroute }) => ({ id: subroute, text: t(`account.${subroute}`) }))}
          selected={part}
          panelId={panelId}
          onSelect={(subroute) => void navigate(accountPath(subroute))}
        />
      )}
      <div id={panelId} {...(isMobile ? {} : { role: 'tabpanel', 'aria-labelledby': tabId(panelId, part) })}>
        <CrashBoundary key={part}>
          <View />
        </CrashBoundary>
      </div>
    </div>
  );
}
