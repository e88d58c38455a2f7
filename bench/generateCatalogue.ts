import { ReleaseType } from '@promenade/contract/catalogue';
import { songVersions } from '@promenade/contract/options';
import { drawCover } from '../demo/covers/cover.ts';
import { buildFragment } from '../server/catalogue/fragment.ts';
import { type StoredCover, storeCover } from '../server/ingest/pictures/pictures.ts';
import { createImportStorage } from '../server/ingest/workspace/workspace.ts';
import type { AppContext } from '../server/platform/context.ts';

export interface CatalogueSize {
  releases: number;
  tracksPerRelease: number;
  artists: number;
  accounts: number;
}

export const LARGE: CatalogueSize = { releases: 100_000, tracksPerRelease: 10, artists: 30_000, accounts: 5_000 };
/** Its disk space is 30 GB; creating it takes about an hour. */
export const HUGE: CatalogueSize = { ...LARGE, releases: 1_000_000, artists: 300_000 };
/** Has accounts of its own. */
export const CONSOLE: CatalogueSize = { ...LARGE, tracksPerRelease: 1, accounts: 0 };
export const SMALL: CatalogueSize = { releases: 2_000, tracksPerRelease: 10, artists: 600, accounts: 50 };
const PACKAGES = 12;
const numberedNames = (name: string, count: number) =>
  Array.from({ length: count }, (_none, index) => `${name} ${index + 1}`);
export const ALL_PACKAGES = numberedNames('Package', PACKAGES);
/** Packages of the account of the large catalogue; half of the releases are visible to them. */
export const VISIBLE_PACKAGES = ALL_PACKAGES.slice(0, 4);
const GENRES = 40;
const MARKETS = ['us', 'ca', 'cancon', 'uk', 'de', 'fr', 'nl', 'be', 'se', 'no', 'au', 'jp'];
const LABELS = 3_000;
const YEARS = 3;
const BATCH_SIZE = 2_000;

/**
 * Inserts a catalogue without audio directly into the tables: releases of three years with artist, label, genres,
 * markets, packages and tracks, and accounts with flagged and archived releases. Titles are equal in every run.
 */
export async function generateCatalogue(
  context: Pick<AppContext, 'db' | 'pool' | 'storage' | 'now'>,
  size: CatalogueSize,
  now: Date,
): Promise<void> {
  // All releases have the same picture, but each its own URL.
  const { pool } = context;
  const { storage } = createImportStorage(context, 'bench');
  const cover = await storeCover(storage, await drawCover({ seed: 'bench', design: 'halftone', palette: 3 }));
  const vocabulary = createWords(Math.min(20_000, 5 * size.artists));
  const artists = createArtistNames(vocabulary, size.artists);
  await insertNames(pool, artists, vocabulary);
  const random = createRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.5 * items.length)] as Item;
  const word = () => pick(vocabulary);
  const spacingMs = (YEARS * 365 * 24 * 3600_000) / size.releases;
  for (let firstId = 1; firstId <= size.releases; firstId += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, size.releases - firstId + 1) }, (_none, index) =>
      createReleaseRow(firstId + index, new Date(now.getTime() - Math.round((firstId + index) * spacingMs)), {
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
  const client = await pool.connect();
  // Foreign keys are not checked, which halves the time: every id is one of a row above.
  await client.query('set session_replication_role = replica');
  await client.query(INSERT_LINKS);
  await client.query(INSERT_TRACKS, [vocabulary, size.tracksPerRelease]);
  await client.query('reset session_replication_role');
  client.release();
  await insertAccounts(pool, size);
}

const capitalise = (text = '') => text.charAt(0).toUpperCase() + text.slice(1);

const createArtistNames = (vocabulary: string[], count: number): string[] =>
  Array.from({ length: count }, (_none, index) => {
    const first = vocabulary[(index * 31) % vocabulary.length];
    const last = vocabulary[(index * 17 + 5) % vocabulary.length];
    return `${capitalise(first)} ${capitalise(last)}${index < vocabulary.length ? '' : ' Band'}`;
  });

async function insertNames(pool: AppContext['pool'], artists: string[], vocabulary: string[]): Promise<void> {
  const insert = (table: string, names: string[]) =>
    pool.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [names]);
  await insert('artists', artists);
  await insert(
    'labels',
    vocabulary.slice(0, LABELS).map((word) => `${capitalise(word)} Records`),
  );
  await insert('genres', numberedNames('Genre', GENRES));
  await insert('packages', ALL_PACKAGES);
  await pool.query(
    'insert into markets (id, name) select id, upper(id) from unnest($1::text[]) id on conflict do nothing',
    [MARKETS],
  );
}

interface GeneratorContext {
  size: CatalogueSize;
  cover: StoredCover;
  artists: string[];
  random: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
  word: () => string;
}

function createReleaseRow(
  number: number,
  available: Date,
  { size, cover, artists, random, pick, word }: GeneratorContext,
) {
  const releaseid = crypto.randomUUID();
  const randomUpTo = (max: number) => 1 + Math.floor(random() * max);
  const genre_ids = Array.from({ length: randomUpTo(3) }, () => randomUpTo(GENRES));
  const market_ids = [...new Set(Array.from({ length: randomUpTo(4) }, () => pick(MARKETS)))];
  const title = Array.from({ length: randomUpTo(3) }, word).join(' ');
  const artist = artists[Math.floor(random() ** 2 * artists.length)] ?? '';
  const label_id = 1 + Math.floor(random() ** 2 * LABELS);
  const release_type = pick(ReleaseType.options);
  const explicit = random() < 0.1;
  return {
    n: number,
    releaseid,
    title,
    artist,
    label_id,
    release_type,
    available_at: available.toISOString(),
    explicit,
    duration: 200 * size.tracksPerRelease,
    genre_ids,
    market_ids,
    // Id 1 is the package "Everyone", which has no releases here.
    audience: [...new Set(Array.from({ length: randomUpTo(2) }, () => 1 + randomUpTo(PACKAGES)))],
    versions: random() < 0.3 ? [pick(songVersions)] : [],
    popular_7: Math.floor(random() ** 8 * 200),
    popular_30: Math.floor(random() ** 6 * 600),
    upc: String(600_000_000_000 + number),
    ...cover,
    fragment: buildFragment(releaseid, {
      title,
      artist,
      explicit,
      available,
      impact_date: null,
      duration: 200 * size.tracksPerRelease,
      trackcount: size.tracksPerRelease,
      trending: false,
      artists: [{ artistid: crypto.randomUUID(), name: artist }],
      labels: [{ labelid: crypto.randomUUID(), name: `Label ${label_id}`, logo_hash: null }],
      genres: genre_ids.map((id) => `Genre ${id}`),
      markets: market_ids,
      release_type,
      candownload: true,
      allow_sharing: true,
      commenting_enabled: true,
      mark: false,
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

/** An element of a long array is found by reading all before it, so words are joined. */
const INSERT_TRACKS = `
  with words as materialized (select word, number - 1 as place from unnest($1::text[]) with ordinality given (word, number))
  insert into tracks (release_id, ordinal, title, version, artist, explicit, assettype, duration, candownload, isrc,
    composer, writers, loudness, waveform_hash)
  select r.id, n, first.word || ' ' || last.word,
    case when n = 1 then coalesce(r.versions[1], '') else '' end, r.artist,
    case when r.explicit then 'explicit' else 'clean' end, 'audio', 200, true,
    'BENCH' || lpad((r.id * 16 + n)::text, 9, '0'), 'Somebody', '{}', -14, 'bench'
  from releases r cross join generate_series(1, $2::int) n
  join words first on first.place = (r.id * 7919::bigint + n * 104729) % cardinality($1::text[])
  join words last on last.place = (r.id * 31::bigint + n * 613) % cardinality($1::text[])`;

async function insertAccounts(pool: AppContext['pool'], { accounts }: CatalogueSize): Promise<void> {
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

const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ha he hi ho ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi wo ya yo za ze zo'.split(
    ' ',
  );

/** Creates at most 300,000 different words of two or three syllables. */
function createWords(count: number): string[] {
  const syllable = (number: number) => SYLLABLES[number % SYLLABLES.length] ?? '';
  const size = SYLLABLES.length;
  return Array.from({ length: count }, (_none, index) => {
    const third = Math.floor(index / (size * size));
    const suffix = third === 0 ? '' : syllable(third) + syllable(third * 11 + 3);
    return syllable(index * 7 + third) + syllable(Math.floor(index / size) * 5 + index * 3) + suffix;
  });
}

/** Creates a pseudo-random generator of numbers from 0 to 1 (linear congruential). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
