import { ArchivedList } from '../library/ArchivedList.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** `/archived` (requirement C-ROUTE-21). */
export function Archived() {
  const t = useText();
  useTitle(t('library.archived'), false);
  return <ArchivedList />;
}
