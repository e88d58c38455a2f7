/** The name of an ISO 3166-1 country in a language; empty for an empty code. */
export const getCountryName = (code: string, locale: string): string =>
  code && (new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code);
