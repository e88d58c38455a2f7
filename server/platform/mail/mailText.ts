import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import type english from './languages/en.json';
import { type Mailing, oneLine, sayMailing, valuesOf } from './mailingText.ts';
import { layMailOut } from './mailLayout.ts';

/** Every mail there is: a key of the language files. */
export type MailKind = keyof Texts['mails'];

/** A language file. */
export type Texts = typeof english;

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
  /** Of a mail that comes again and again. */
  mailing?: Mailing;
}

/** Both parts of a mail. */
export interface ComposedMail {
  subject: string;
  html: string;
  text: string;
}

/** Says a mail in a language; one without a file is said in English. */
export type ComposeMail = (kind: MailKind, language: string, parts: MailParts) => ComposedMail;

/** Composes from language files by their code; `en` must be one of them. */
export function mailComposer(files: Record<string, object>): ComposeMail {
  const texts = createInstance();
  void texts.init({
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    missingInterpolationHandler: (text: string, [place]: string[]) => {
      throw new Error(`Nothing was given for ${place} of the mail text "${text}".`);
    },
    resources: Object.fromEntries(Object.entries(files).map(([code, translation]) => [code, { translation }])),
  });

  return (kind, wanted, { values = {}, url, code, quote, mailing }) => {
    const language = [wanted, wanted.split('-')[0] ?? ''].find((one) => Object.hasOwn(files, one)) ?? 'en';
    const t = texts.getFixedT(language);
    const given = oneLines({ ...(code !== undefined && { code }), ...(mailing && valuesOf(mailing)), ...values });
    // As a number it chooses among the forms of a word.
    const places = { ...given, ...(given['count'] !== undefined && { count: Number(given['count']) }) };
    const say = (key: string) => {
      const path = `mails.${kind}.${key}`;
      return texts.exists(path, { lng: language, ...places }) ? t(path, places) : undefined;
    };
    const { reason, ...shown } = mailing
      ? sayMailing((key, more) => t(`mailing.${key}`, more ?? {}), language, mailing)
      : { reason: '' };
    const laidOut = layMailOut({
      language,
      product: t('layout.product'),
      heading: say('heading') ?? '',
      paragraphs: say('body')?.split('\n') ?? [],
      ...(url !== undefined && { button: { words: say('button') ?? url, url } }),
      ...(code !== undefined && { code }),
      ...(quote && { quote }),
      // An installation without an address for support has other words.
      note: (values['support'] === '' ? say('note-without-support') : undefined) ?? say('note'),
      byHand: t('layout.by-hand'),
      footer: [reason, t('layout.footer')].filter(Boolean).join(' '),
      ...shown,
    });
    return { subject: say('subject') ?? '', ...laidOut };
  };
}

const folder = join(import.meta.dirname, 'languages');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** In every language there is: a file beside `en.json` each. */
export const composeMail = mailComposer(
  Object.fromEntries(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as object]),
  ),
);

const oneLines = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(value)]));
