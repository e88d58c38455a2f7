import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import type english from './languages/en.json';
import { type MailContent, type MailReleaseRow, renderMail } from './mailLayout.ts';

/** The content of a language file. */
export type Texts = typeof english;

/** A key of the language files. */
export type MailKind = keyof Texts['mails'];

/** What differs between mails of a kind. */
export interface MailParts {
  /** For the {{placeholders}} of its texts. */
  values?: Record<string, string>;
  /** The absolute address of the button. */
  url?: string;
  /** Shown large, to be typed. */
  code?: string;
  /** A message of the person who caused the mail. */
  quote?: string;
  /** Instead of the subject of its kind; blank: that one. */
  subject?: string;
  /** The releases of a subscribed mail. */
  mailing?: Mailing;
  /** Of a mail in the name of a label to somebody without an account: stops its mails. */
  leave?: { label: string; url: string; oneClickUrl: string };
  /** Several releases that a person shared, with their messages. */
  shares?: MailRelease[];
}

/** A subscribed mail about releases. */
export interface Mailing {
  releases: MailRelease[];
  /** How many releases the mail does not show, and their list. */
  more: { count: number; url: string };
  /** `reminder`: a release that was not opened, mailed again. */
  reason: 'daily' | 'weekly' | 'per-release' | 'reminder';
  /** The recipient. */
  email: string;
  /** The owner of all its releases; its links stop the mails of this label. */
  label?: string;
  settingsUrl: string;
  unsubscribeUrl: string;
  /** For the unsubscribe button of mail clients (RFC 8058). */
  oneClickUrl: string;
}

export interface MailRelease extends Omit<MailReleaseRow, 'facts'> {
  explicit: boolean;
  /** Empty without a label. */
  label: string;
  type: string;
  /** `YYYY-MM-DD` */
  impact: string | null;
  /** The sound of each copy says whose it is. */
  mark?: boolean;
}

/** `files` are the language files by language code. A language without a file falls back to `en`. */
export function createMailComposer(files: Record<string, object>) {
  const texts = createInstance();
  void texts.init({
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    missingInterpolationHandler: (text: string, [placeholder]: string[]) => {
      throw new Error(`Missing value for ${placeholder} in the mail text "${text}".`);
    },
    resources: Object.fromEntries(Object.entries(files).map(([code, translation]) => [code, { translation }])),
  });

  const findLanguage = (requested: string) =>
    [requested, requested.split('-')[0] ?? ''].find((name) => Object.hasOwn(files, name)) ?? 'en';
  /** Says where answers to a mail go; without an address nobody reads them. */
  const describeAnswers = (requested: string, address: string | undefined): string =>
    texts.getFixedT(findLanguage(requested))(address ? 'layout.answers' : 'layout.no-answers', {
      address: address ?? '',
    });

  const compose = (
    kind: MailKind,
    requested: string,
    { values = {}, url, code, quote, subject, mailing, leave, shares }: MailParts,
  ) => {
    const language = findLanguage(requested);
    const t = texts.getFixedT(language);
    const options = {
      ...singleLines({ ...(code !== undefined && { code }), ...(mailing && mailingValues(mailing)), ...values }),
      // A number, because it selects the plural form.
      ...(mailing && { count: mailing.releases.length + mailing.more.count }),
      ...(mailing?.reason === 'reminder' && { context: 'reminder' }),
      ...(shares && { count: shares.length, context: 'several' }),
    };
    const translate = (key: string) => {
      const path = `mails.${kind}.${key}`;
      return texts.exists(path, { lng: language, ...options }) ? t(path, options) : undefined;
    };
    const translateRow: Translate = (key, placeholders) => t(`mailing.${key}`, placeholders ?? {});
    const { reason, ...mailingContent } = mailing ? translateMailing(translateRow, language, mailing) : { reason: '' };
    const rendered = renderMail({
      language,
      product: t('layout.product'),
      heading: translate('heading') ?? '',
      paragraphs: translate('body')?.split('\n') ?? [],
      ...(url !== undefined && { button: { words: translate('button') ?? url, url } }),
      ...(code !== undefined && { code }),
      ...(quote && { quote }),
      note: (values['support'] === '' ? translate('note-without-support') : undefined) ?? translate('note'),
      byHand: t('layout.by-hand'),
      footer: [reason, t('layout.footer')].filter(Boolean).join(' '),
      ...(shares && { releases: shares.map((share) => translateRelease(translateRow, language, share)) }),
      ...(leave && {
        links: [{ words: translateRow('stop-label', { label: toSingleLine(leave.label) }), url: leave.url }],
      }),
      ...mailingContent,
    });
    return { subject: toSingleLine(subject ?? '') || (translate('subject') ?? ''), ...rendered };
  };
  return Object.assign(compose, { describeAnswers });
}

const folder = join(import.meta.dirname, 'languages');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Knows every language file beside `en.json`. */
export const composeMail = createMailComposer(
  Object.fromEntries(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as object]),
  ),
);

type Translate = (key: string, placeholders?: Record<string, string | number>) => string;

function translateMailing(
  translate: Translate,
  language: string,
  { releases, more, reason, email, label, settingsUrl, unsubscribeUrl }: Mailing,
): Pick<MailContent, 'releases' | 'more' | 'links'> & { reason: string } {
  return {
    releases: releases.map((release) => translateRelease(translate, language, release)),
    ...(more.count > 0 && { more: { words: translate('more', { count: more.count }), url: more.url } }),
    reason: translate(`why-${reason}`, { email }),
    links: [
      { words: translate('settings'), url: settingsUrl },
      {
        words: label ? translate('stop-label', { label: toSingleLine(label) }) : translate('stop'),
        url: unsubscribeUrl,
      },
    ],
  };
}

function translateRelease(
  translate: Translate,
  language: string,
  { label, type, impact, mark, ...release }: MailRelease,
): MailReleaseRow {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const facts = [
    toSingleLine(label),
    type,
    impact === null ? '' : translate('impact', { date: dates.format(Date.parse(impact)) }),
    mark ? translate('mark') : '',
  ];
  return {
    ...release,
    title: toSingleLine(formatTitle(release)),
    artist: toSingleLine(release.artist),
    facts: facts.filter(Boolean),
  };
}

function mailingValues({ releases: [first] }: Mailing): Record<string, string> {
  return { title: first ? formatTitle(first) : '', artist: first?.artist ?? '' };
}

const formatTitle = ({ title, explicit }: Pick<MailRelease, 'title' | 'explicit'>): string =>
  explicit ? `${title} [E]` : title;

const singleLines = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toSingleLine(value)]));

/** Line breaks in a name must not create paragraphs or headers. */
const toSingleLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
