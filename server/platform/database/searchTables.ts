/** What can be found of something: its folded title or name. The words beside it (`tsv`) are asked for by SQL alone. */
interface Found {
  head: string;
  tsv: string;
}

interface SearchReleases extends Found {
  release_id: number;
  upc: string | null;
  catalognumber: string | null;
}

interface SearchTracks extends Found {
  track_id: number;
  release_id: number;
  isrc: string | null;
}

interface SearchArtists extends Found {
  artist_id: number;
}

interface SearchLabels extends Found {
  label_id: number;
}

interface SearchWords {
  word: string;
  tracks: number;
  artists: number;
  labels: number;
  releases: number;
}

interface SearchSpellings {
  spelling: string;
  word: string;
}

/** What a search looks in, derived from the catalogue. */
export interface SearchTables {
  search_releases: SearchReleases;
  search_tracks: SearchTracks;
  search_artists: SearchArtists;
  search_labels: SearchLabels;
  search_words: SearchWords;
  search_spellings: SearchSpellings;
}
