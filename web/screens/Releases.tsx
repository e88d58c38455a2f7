import { Gallery } from '../catalogue/Gallery.tsx';
import { RefusedDialog } from '../catalogue/RefusedDialog.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** `/releases`: the home of everyone who is signed in. */
export function Releases() {
  const t = useText();
  useTitle(t('gallery.title'), false);
  return (
    <>
      <Gallery />
      <RefusedDialog />
    </>
  );
}
