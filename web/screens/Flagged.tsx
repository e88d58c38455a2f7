import { FlaggedList } from '../library/FlaggedList.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** `/flagged` (requirement C-ROUTE-20). */
export function Flagged() {
  const t = useText();
  useTitle(t('library.flagged'), false);
  return <FlaggedList />;
}
