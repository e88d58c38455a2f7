import * as artists from '@promenade/contract/artists';
import * as catalogue from '@promenade/contract/catalogue';
import * as options from '@promenade/contract/options';
import * as finding from '@promenade/contract/search';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { getArtist, getLabel, listReleasesOfArtist, listReleasesOfLabel, listTracksOfArtist } from './artists.ts';
import type { CatalogueStats } from './catalogueStats.ts';
import { getReleaseDetail } from './detail.ts';
import type { FilterChoiceCache } from './filterChoices.ts';
import type { Gallery } from './gallery.ts';
import { sendMarketLogo } from './names/marketLogos.ts';
import { getOptions, listGenres, listMarketLogos, listMarkets } from './options.ts';
import { sendArtistPicture, sendPicture } from './pictures.ts';
import { search } from './search/search.ts';

export function catalogueRoutes(
  app: FastifyInstance,
  { db, storage, config, now }: AppContext,
  { gallery, stats, choices }: { gallery: Gallery; stats: CatalogueStats; choices: FilterChoiceCache },
): void {
  serve(app, catalogue.releases, ({ caller, query, read }) =>
    read((db) => gallery.listActive(db, { ...caller, ...query })),
  );
  serve(app, catalogue.release, ({ caller, params }) => getReleaseDetail(db, { ...caller, ...params }, now()));
  serve(app, catalogue.cover, (request) => sendPicture(db, storage, 'covers', request, now()));
  serve(app, catalogue.labelLogo, (request) => sendPicture(db, storage, 'logos', request, now()));
  serve(app, options.options, ({ caller, read }) => read((db) => getOptions(db, choices, caller, config)));
  serve(app, options.genres, ({ caller, read }) => read((db) => listGenres(db, choices, caller)));
  serve(app, options.markets, ({ caller, read }) => read((db) => listMarkets(db, choices, caller)));
  serve(app, options.marketLogos, ({ caller, read }) => read((db) => listMarketLogos(db, choices, caller)));
  serve(app, options.marketLogo, (request) => sendMarketLogo(choices, request));
  serve(app, artists.artist, ({ caller, params, read }) => read((db) => getArtist(db, { ...caller, ...params })));
  serve(app, artists.artistReleases, ({ caller, params, query, read }) =>
    read((db) => listReleasesOfArtist(db, stats, { ...caller, ...params, ...query })),
  );
  serve(app, artists.artistTracks, ({ caller, params, query, read }) =>
    read((db) => listTracksOfArtist(db, { ...caller, ...params, ...query })),
  );
  serve(app, artists.artistPicture, (request) => sendArtistPicture(db, storage, request));
  serve(app, artists.label, ({ caller, params, read }) => read((db) => getLabel(db, { ...caller, ...params })));
  serve(app, artists.labelReleases, ({ caller, params, query, read }) =>
    read((db) => listReleasesOfLabel(db, stats, { ...caller, ...params, ...query })),
  );
  serve(app, finding.search, ({ caller, query, read }) => read((db) => search(db, stats, { ...caller, ...query })));
}
