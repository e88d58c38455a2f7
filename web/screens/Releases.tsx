import { selectedGenres } from '../gallery/filters.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { useGalleryChoice } from '../gallery/galleryChoice.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useOptions } from '../releases/optionsData.ts';

/** `/releases`: the home of everyone who is signed in. The browser's tabs and its history tell galleries apart by their genres. */
export function Releases() {
  const t = useText();
  const { filters } = useGalleryChoice().choice;
  const { options } = useOptions(filters.chosen.length > 0);
  const genres = options ? selectedGenres(filters, options) : [];
  useTitle([t('gallery.title'), ...genres].join(' · '), false);
  return <Gallery />;
}
