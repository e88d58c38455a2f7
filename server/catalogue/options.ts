import { ReleaseType } from '@promenade/contract/catalogue';
import { type FilterChoice, type Market, type Options, songVersions } from '@promenade/contract/options';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { logoPath } from './marketLogos.ts';
import { marketName } from './marketNames.ts';
import { listFilterChoices } from './optionsQueries.ts';

type Asking = Pick<Caller, 'audience'>;

/** Everything to choose from, as this account sees it. */
export async function getOptions(db: Db, { audience }: Asking, downloads_enabled: boolean): Promise<Options> {
  const choices = await listFilterChoices(db, audience);
  const release_types = ReleaseType.options.map((id) => ({ id, name: id }));
  const versions = songVersions.map((id) => ({ id, name: id }));
  return { ...choices, markets: namedMarkets(choices.markets), release_types, versions, downloads_enabled };
}

/** All on one page. */
export async function listGenres(db: Db, { audience }: Asking) {
  return onePage((await listFilterChoices(db, audience)).genres);
}

/** All on one page. */
export async function listMarkets(db: Db, { audience }: Asking) {
  return onePage(namedMarkets((await listFilterChoices(db, audience)).markets));
}

/** Three for each market. */
export async function listMarketLogos(db: Db, { audience }: Asking) {
  const { markets } = await listFilterChoices(db, audience);
  const suffixes = ['', '-small', '-large'] as const;
  return onePage(
    markets.flatMap(({ id }) => suffixes.map((suffix) => ({ market: id, suffix, url: logoPath(id, suffix) }))),
  );
}

const onePage = <Item>(items: Item[]) => ({ items, total: items.length, page: 1, pagesize: items.length });

const byName = new Intl.Collator('en');

/** A delivery names a market by its id alone. */
const namedMarkets = (markets: FilterChoice[]): Market[] =>
  markets
    .map(({ id, name }) => ({ id, name: marketName(id) ?? name, icon: logoPath(id) }))
    .toSorted((one, other) => byName.compare(one.name, other.name));
