/** Countries by their names in a language, in its order: the choices of a form. */
export function countryOptions(codes: string[], language: string): { value: string; text: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const order = new Intl.Collator(language);
  return codes
    .map((code) => ({ value: code, text: names.of(code) ?? code }))
    .sort((one, other) => order.compare(one.text, other.text));
}

/** The name of a country in a language; empty for none. */
export function countryName(code: string, language: string): string {
  return code === '' ? '' : (new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code);
}
