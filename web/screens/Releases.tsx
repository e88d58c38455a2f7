import { useMemo } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { listFilterIds, listGenreNames } from '../gallery/filters.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { useGalleryParams } from '../gallery/galleryParams.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { PlayedVersions } from '../player/playActions.ts';

const OpenRuns = lazyPart(async () => (await import('../gallery/laterParts.ts')).laterParts.OpenRuns);

/** `/releases`, the home page. Browser tabs and history entries are titled with the selected genres. */
export function Releases() {
  const t = useText();
  const { filters } = useGalleryParams().params;
  const { options } = useOptions(filters.selected.length > 0);
  const genres = options ? listGenreNames(filters, options) : [];
  useTitle([t('gallery.title'), ...genres].join(' · '), false);
  const versions = useMemo(() => listFilterIds(filters, 'version'), [filters]);
  return (
    <PlayedVersions value={versions}>
      <Gallery>
        <OpenRuns />
      </Gallery>
    </PlayedVersions>
  );
}
