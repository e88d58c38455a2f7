/**
 * Names the languages of a text, which may be codes (BCP 47): `zh-yue, en` is "Cantonese, English". Other text, such as
 * "Instrumental", is unchanged; an undetermined language gives nothing.
 */
export function nameLanguages(text: string, locale: string): string {
  const values = text.split(/[,;/]\s*/);
  if (!values.some(parseLanguageTag)) return text;
  return values
    .map((value) => nameLanguage(value, locale))
    .filter(Boolean)
    .join(', ');
}

/** The tag that names a language; undefined for text that is no tag. */
export function parseLanguageTag(text: string): Intl.Locale | undefined {
  // An extended language subtag is a language of its own (RFC 5646 §4.5), which Intl does not know.
  const tag = text
    .trim()
    .replaceAll('_', '-')
    .replace(/^[a-z]{2,3}-(?=[a-z]{3}(-|$))/i, '');
  try {
    return /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) ? new Intl.Locale(tag) : undefined;
  } catch {
    return undefined;
  }
}

/** CLDR takes `sh` for Serbian in Latin script. */
const SERBO_CROATIAN = /^(sh|hbs)(-|$)/i;

function nameLanguage(text: string, locale: string): string {
  if (SERBO_CROATIAN.test(text)) return 'Serbo-Croatian';
  const tag = parseLanguageTag(text);
  if (!tag) return text.trim();
  if (tag.language === 'und') return '';
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag.baseName) ?? text;
}
