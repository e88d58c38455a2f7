import { Navigate, useParams } from 'react-router';
import { useIsMobile } from '../platform/mobile.ts';
import { accountPath, paths } from '../platform/paths.ts';

/** Where the links of mails that merge or split lead: to the settings, which use the token (A-ROUTE-25..28). */
export function LinkRedirect({ kind }: { kind: 'merge' | 'split' }) {
  const { token = '' } = useParams();
  const isMobile = useIsMobile();
  const settings = isMobile ? paths.settings : accountPath('settings-preferences');
  return <Navigate to={`${settings}?${new URLSearchParams({ [kind]: token })}`} replace />;
}
