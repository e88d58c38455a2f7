import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import type english from './languages/en.json';
import { layMailOut } from './mailLayout.ts';

/** Every mail there is: a key of the language files. */
export type MailKind = keyof (typeof english)['mails'];

/** What is different from mail to mail of a kind. */
export interface MailParts {
  /** Fill the {{places}} of its words. */
  values?: Record<string, string>;
  /** Where its button leads, absolute. */
  url?: string;
  /** Shown large, to be typed. */
  code?: string;
  /** Words of the person who caused it, shown as a quotation. */
  quote?: string;
}

/** Both parts of a mail. */
export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

const texts = createInstance();
const folder = join(import.meta.dirname, 'languages');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
void texts.init({
  fallbackLng: 'en',
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    files.map((name) => [
      name.replace('.json', ''),
      { translation: JSON.parse(readFileSync(join(folder, name), 'utf8')) as object },
    ]),
  ),
});

/** Says a mail in a language; another language is one file more beside `en.json`. */
export function composeMail(
  kind: MailKind,
  language: string,
  { values = {}, url, code, quote }: MailParts,
): ComposedMail {
  const t = texts.getFixedT(language);
  const say = (key: string) => {
    const path = `mails.${kind}.${key}`;
    return texts.exists(path, { lng: language }) ? t(path, oneLine(values)) : undefined;
  };
  const button = url === undefined ? undefined : { words: say('button') ?? url, url };
  const laidOut = layMailOut({
    language,
    heading: say('heading') ?? '',
    paragraphs: (say('body') ?? '').split('\n'),
    ...(button && { button }),
    ...(code !== undefined && { code }),
    ...(quote && { quote }),
    note: say('note'),
    byHand: t('layout.by-hand'),
    footer: t('layout.footer'),
  });
  return { subject: say('subject') ?? '', ...laidOut };
}

/** A name with line breaks must not write paragraphs of its own. */
const oneLine = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replaceAll(/\s+/g, ' ').trim()]));
