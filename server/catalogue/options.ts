import { ReleaseType } from '@promenade/contract/catalogue';
import { type FilterChoice, type Market, type Options, songVersions } from '@promenade/contract/options';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Config } from '../platform/process/config.ts';
import type { FilterChoiceCache } from './filterChoices.ts';
import { logoPath } from './names/marketLogos.ts';
import { marketName } from './names/marketNames.ts';

type Audience = Pick<Caller, 'audience'>;

export async function getOptions(
  db: Db,
  cache: FilterChoiceCache,
  caller: Audience,
  { downloads, flac }: Pick<Config, 'downloads' | 'flac'>,
): Promise<Options> {
  const choices = await cache.get(db, caller);
  const release_types = ReleaseType.options.map((id) => ({ id, name: id }));
  const versions = songVersions.map((id) => ({ id, name: id }));
  return {
    ...choices,
    markets: nameMarkets(choices.markets),
    release_types,
    versions,
    downloads_enabled: downloads,
    flac_enabled: flac,
  };
}

export async function listGenres(db: Db, cache: FilterChoiceCache, caller: Audience) {
  return onePage((await cache.get(db, caller)).genres);
}

export async function listMarkets(db: Db, cache: FilterChoiceCache, caller: Audience) {
  return onePage(nameMarkets((await cache.get(db, caller)).markets));
}

/** Three sizes for each market. */
export async function listMarketLogos(db: Db, cache: FilterChoiceCache, caller: Audience) {
  const { markets } = await cache.get(db, caller);
  const suffixes = ['', '-small', '-large'] as const;
  return onePage(
    markets.flatMap(({ id }) => suffixes.map((suffix) => ({ market: id, suffix, url: logoPath(id, suffix) }))),
  );
}

const onePage = <Item>(items: Item[]) => ({ items, total: items.length, page: 1, pagesize: items.length });

const byName = new Intl.Collator('en');

const nameMarkets = (markets: FilterChoice[]): Market[] =>
  markets
    .map(({ id, name }) => ({ id, name: marketName(id) ?? name, icon: logoPath(id) }))
    .toSorted((a, b) => byName.compare(a.name, b.name));
