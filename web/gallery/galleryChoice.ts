import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useSetting } from '../platform/settingStore.ts';
import { type GalleryChoice, readChoice, writeChoice } from './galleryUrl.ts';

/** Shows something else in the gallery, from its top. */
export type ChangeChoice = (next: GalleryChoice) => void;

/** What the address chooses, and the way to choose anew: by a new address, so that going back undoes it (decision 13). */
export function useGalleryChoice(): { choice: GalleryChoice; change: ChangeChoice } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const sort = useSetting((setting) => setting.sort);
  const days = useSetting((setting) => setting.days);
  const choice = useMemo(() => readChoice(new URLSearchParams(search), { sort, days }), [search, sort, days]);
  const change = useCallback(
    (next: GalleryChoice) => {
      const to = (shown: GalleryChoice) => ({ pathname: paths.releases, search: writeChoice(shown) });
      // The address that is left says what it showed, whatever is the last choice when one comes back to it.
      void navigate(to(choice), { replace: true });
      void navigate(to(next), { state: { top: true } });
      useSetting.setState({ sort: next.sort, days: next.days });
    },
    [choice, navigate],
  );
  return { choice, change };
}
