import { ReleaseType } from '@promenade/contract/catalogue';
import { songVersions } from '@promenade/contract/options';
import { drawCover } from '../demo/cover.ts';
import { buildFragment } from '../server/catalogue/fragment.ts';
import { type StoredCover, storeCover } from '../server/ingest/pictures.ts';
import type { AppContext } from '../server/platform/context.ts';
import { dice, words } from './words.ts';

/** How much there is of everything. */
export interface CatalogueSize {
  releases: number;
  tracksEach: number;
  artists: number;
  accounts: number;
}

export const LARGE: CatalogueSize = { releases: 100_000, tracksEach: 10, artists: 30_000, accounts: 5_000 };
export const SMALL: CatalogueSize = { releases: 2_000, tracksEach: 10, artists: 600, accounts: 50 };
const PACKAGES = 12;
const numbered = (name: string, count: number) => Array.from({ length: count }, (_none, n) => `${name} ${n + 1}`);
/** Who holds all of these hears everything. */
export const ALL_PACKAGES = numbered('Package', PACKAGES);
/** Who measures the large one holds these, which is half of it. */
export const HELD_PACKAGES = ALL_PACKAGES.slice(0, 4);
const GENRES = 40;
const MARKETS = ['us', 'ca', 'cancon', 'uk', 'de', 'fr', 'nl', 'be', 'se', 'no', 'au', 'jp'];
const LABELS = 3_000;
const YEARS = 3;
const BATCH = 2_000;

/**
 * A catalogue without sound, straight into the tables and the same in every run: releases over three years, each with
 * its artist, label, genres, markets, packages and tracks; accounts that flagged and archived.
 */
export async function fillCatalogue(
  { pool, storage }: Pick<AppContext, 'pool' | 'storage'>,
  size: CatalogueSize,
  now: Date,
): Promise<void> {
  // One picture for all: each release shows it at an address of its own.
  const cover = await storeCover(storage, await drawCover({ seed: 'bench', design: 'halftone', palette: 3 }));
  const vocabulary = words(Math.min(20_000, 5 * size.artists));
  const artists = artistNames(vocabulary, size.artists);
  await fillNames(pool, artists, vocabulary);
  const random = dice(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.5 * items.length)] as Item;
  const word = () => pick(vocabulary);
  const spacing = (YEARS * 365 * 24 * 3600_000) / size.releases;
  for (let from = 1; from <= size.releases; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size.releases - from + 1) }, (_none, at) =>
      releaseRow(from + at, new Date(now.getTime() - Math.round((from + at) * spacing)), {
        size,
        cover,
        artists,
        random,
        pick,
        word,
      }),
    );
    await pool.query(INSERT_RELEASES, [JSON.stringify(rows)]);
  }
  await pool.query(INSERT_LINKS);
  await pool.query(INSERT_TRACKS, [vocabulary, size.tracksEach]);
  await fillAccounts(pool, size);
}

const capital = (text = '') => text.charAt(0).toUpperCase() + text.slice(1);

const artistNames = (vocabulary: string[], count: number): string[] =>
  Array.from({ length: count }, (_none, n) => {
    const [first, last] = [vocabulary[(n * 31) % vocabulary.length], vocabulary[(n * 17 + 5) % vocabulary.length]];
    return `${capital(first)} ${capital(last)}${n < vocabulary.length ? '' : ' Band'}`;
  });

async function fillNames(pool: AppContext['pool'], artists: string[], vocabulary: string[]): Promise<void> {
  const put = (table: string, names: string[]) =>
    pool.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [names]);
  await put('artists', artists);
  await put(
    'labels',
    vocabulary.slice(0, LABELS).map((word) => `${capital(word)} Records`),
  );
  await put('genres', numbered('Genre', GENRES));
  await put('packages', ALL_PACKAGES);
  await pool.query(
    'insert into markets (id, name) select id, upper(id) from unnest($1::text[]) id on conflict do nothing',
    [MARKETS],
  );
}

interface Making {
  size: CatalogueSize;
  cover: StoredCover;
  artists: string[];
  random: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
  word: () => string;
}

function releaseRow(n: number, available: Date, { size, cover, artists, random, pick, word }: Making) {
  const releaseid = crypto.randomUUID();
  const count = (most: number) => 1 + Math.floor(random() * most);
  const genre_ids = Array.from({ length: count(3) }, () => count(GENRES));
  const market_ids = [...new Set(Array.from({ length: count(4) }, () => pick(MARKETS)))];
  const title = Array.from({ length: count(3) }, word).join(' ');
  const artist = artists[Math.floor(random() ** 2 * artists.length)] ?? '';
  const label_id = 1 + Math.floor(random() ** 2 * LABELS);
  const release_type = pick(ReleaseType.options);
  const explicit = random() < 0.1;
  return {
    n,
    releaseid,
    title,
    artist,
    label_id,
    release_type,
    available_at: available.toISOString(),
    explicit,
    duration: 200 * size.tracksEach,
    genre_ids,
    market_ids,
    // The first of the table is "Everyone", which nothing here was delivered to.
    audience: [...new Set(Array.from({ length: count(2) }, () => 1 + count(PACKAGES)))],
    versions: random() < 0.3 ? [pick(songVersions)] : [],
    popular_7: Math.floor(random() ** 8 * 200),
    popular_30: Math.floor(random() ** 6 * 600),
    upc: String(600_000_000_000 + n),
    ...cover,
    fragment: buildFragment(releaseid, {
      title,
      artist,
      explicit,
      available,
      impact_date: null,
      duration: 200 * size.tracksEach,
      trackcount: size.tracksEach,
      trending: false,
      labels: [{ name: `Label ${label_id}`, logo_hash: null }],
      genres: genre_ids.map((id) => `Genre ${id}`),
      markets: market_ids,
      release_type,
      candownload: true,
      allow_sharing: true,
      commenting_enabled: true,
      ...cover,
    }),
  };
}

const INSERT_RELEASES = `
  insert into releases (identity, fingerprint, releaseid, title, artist, release_type, available_at, explicit, duration,
    trackcount, candownload, allow_sharing, commenting_enabled, cover_hash, color, genre_ids, market_ids, audience, versions,
    popular_7, popular_30, upc, fragment, sort_title, sort_artist)
  select 'bench:' || r.n, 'bench', r.releaseid, r.title, r.artist, r.release_type, r.available_at, r.explicit, r.duration,
    10, true, true, true, r.cover_hash, r.color, r.genre_ids, r.market_ids, r.audience, r.versions,
    r.popular_7, r.popular_30, r.upc, r.fragment, r.title, lower(r.artist)
  from json_to_recordset($1::json) r (n int, releaseid uuid, title text, artist text, release_type text,
    available_at timestamptz, explicit boolean, duration double precision, genre_ids int[], market_ids text[],
    audience int[], versions text[], popular_7 int, popular_30 int, upc text, cover_hash text, color text, fragment text)`;

const INSERT_LINKS = `
  with artist as (
    insert into release_artist (release_id, artist_id, position)
    select r.id, a.id, 0 from releases r join artists a on lower(a.name) = r.sort_artist),
  label as (
    insert into release_label (release_id, label_id, position)
    select r.id, 1 + (r.id * 37) % (select count(*)::int from labels), 0 from releases r)
  insert into release_package (release_id, package_id) select r.id, unnest(r.audience) from releases r`;

const INSERT_TRACKS = `
  insert into tracks (release_id, ordinal, title, version, artist, explicit, assettype, duration, candownload, isrc,
    composer, writers, loudness, waveform_hash)
  select r.id, n, ($1::text[])[1 + (r.id * 7919 + n * 104729) % cardinality($1::text[])] || ' ' ||
      ($1::text[])[1 + (r.id * 31 + n * 613) % cardinality($1::text[])],
    case when n = 1 then coalesce(r.versions[1], '') else '' end, r.artist,
    case when r.explicit then 'explicit' else 'clean' end, 'audio', 200, true,
    'BENCH' || lpad((r.id * 16 + n)::text, 9, '0'), 'Somebody', '{}', -14, 'bench'
  from releases r cross join generate_series(1, $2::int) n`;

async function fillAccounts(pool: AppContext['pool'], { accounts }: CatalogueSize): Promise<void> {
  await pool.query(
    `insert into accounts (firstname, lastname) select 'Person', n::text from generate_series(1, $1::int) n`,
    [accounts],
  );
  await pool.query(`
    insert into account_package (account_id, package_id)
    select a.id, 2 + (a.id * 5 + n * 3) % ${PACKAGES} from accounts a cross join generate_series(1, 4) n on conflict do nothing`);
  await pool.query(`
    insert into marks (account_id, release_id, flagged_at, archived_at)
    select a.id, r.id, case when n % 4 = 0 then now() end, case when n % 4 > 0 then now() end
    from accounts a cross join generate_series(1, 100) n
    join releases r on r.id = 1 + (a.id * 613 + n * 997) % (select count(*)::int from releases)
    on conflict do nothing`);
}
