import { useId } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Management } from '../access/Management.tsx';
import { Profile } from '../access/Profile.tsx';
import { Settings } from '../access/Settings.tsx';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { MyNetwork } from '../network/MyNetwork.tsx';
import { useIsMobile } from '../platform/mobile.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { type AccountPart, accountParts, accountPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountMobile } from './AccountMobile.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';

const views = { profile: Profile, 'my-network': MyNetwork, management: Management, 'settings-preferences': Settings };

/**
 * The account area, by both forms of its addresses: tabs, or on a phone a menu and a page for each part (A-ROUTE-37).
 * `part` comes from an address that names it, else the address may carry a subroute.
 */
export function Account({ part }: { part?: AccountPart }) {
  const isMobile = useIsMobile();
  const { subroute } = useParams();
  const asked = part ?? subroute;
  if (isMobile && asked === undefined) return <AccountMobile />;
  return <PartOfAccount part={accountParts.find((one) => one.subroute === asked)?.subroute ?? 'profile'} />;
}

function PartOfAccount({ part }: { part: AccountPart }) {
  const t = useText();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const panelId = useId();
  const View = views[part];
  useTitle(t(isMobile ? `account.${part}` : 'account.title'));
  // The part keeps its place in the tree: a phone that is turned loses nothing that was typed.
  return (
    <div className={styles.page}>
      {!isMobile && (
        <Tabs
          label={t('account.title')}
          tabs={accountParts.map(({ subroute }) => ({ id: subroute, text: t(`account.${subroute}`) }))}
          selected={part}
          panelId={panelId}
          onSelect={(chosen) => void navigate(accountPath(chosen))}
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
