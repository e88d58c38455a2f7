/** The title with its version, which tells the rows of one release apart. */
export const trackName = ({ title, version }: { title: string; version: string }): string =>
  version ? `${title} (${version})` : title;
