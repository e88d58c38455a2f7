import { History } from '../library/History.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** `/recently_played` (requirement C-ROUTE-22). */
export function RecentlyPlayed() {
  const t = useText();
  useTitle(t('history.title'), false);
  return <History />;
}
