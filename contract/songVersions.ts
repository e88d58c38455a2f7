/** The versions of a song (C-ENUM-02). Apart from the deliveries, whose schemas no browser needs. */
export const songVersions = [
  'Album',
  'Clean',
  'Radio',
  'Explicit',
  'Album version',
  'Club mix',
  'Hook',
  'Instrumental',
  'Liner',
  'Other',
  'Radio edit',
  'Remix',
  'Vocal',
] as const;
