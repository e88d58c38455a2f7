import { AMBER, escape, FONT, STYLE, soft, softLink, TEXT, table, words } from './mailElements.ts';
import { releaseRows, releaseTexts, type ShownRelease, singleRelease } from './mailReleases.ts';

/** The pieces of a mail in the order they stand; plain text, escaped here. */
export interface MailPieces {
  language: string;
  /** Beside the record, above everything. */
  product: string;
  heading: string;
  paragraphs: string[];
  button?: { words: string; url: string };
  code?: string;
  quote?: string;
  /** Releases that it tells of; a single one is shown large. */
  releases?: ShownRelease[];
  /** After them, where the rest is. */
  more?: { words: string; url: string };
  note: string | undefined;
  /** In front of the address, for who cannot press the button. */
  byHand: string;
  footer: string;
  /** Below the footer, where a reader can change what comes. */
  links?: { words: string; url: string }[];
}

/** Releases that a list of mails says before the mail is opened. */
const PREVIEWED = 3;

/** A mail as HTML for any reader (tables, inline styles, pictures only by `cid:`) and as plain text. */
export function layMailOut(pieces: MailPieces): { html: string; text: string } {
  return { html: asHtml(pieces), text: asText(pieces) };
}

function asHtml(pieces: MailPieces): string {
  const { language, product, heading, paragraphs, button, code, quote, note, byHand, footer } = pieces;
  const { releases = [], more, links = [] } = pieces;
  const [only, ...others] = releases;
  const body = [
    `<h1 class="words" style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.4px;color:${TEXT};overflow-wrap:anywhere">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => words('p', 'margin:0 0 16px', escape(paragraph))),
    ...(quote ? [quotation(quote)] : []),
    ...(only ? [others.length > 0 ? releaseRows(releases) : singleRelease(only)] : []),
    ...(more ? [words('p', 'margin:0 0 16px', softLink(more.url, more.words))] : []),
    ...(code ? [largeCode(code)] : []),
    ...(button ? [press(button)] : []),
  ];
  const fine = [
    ...(note ? [soft(escape(note))] : []),
    ...(button
      ? [soft(`${escape(byHand)}<br>${softLink(button.url, button.url, 'font-size:12px;word-break:break-all')}`)]
      : []),
  ];
  const preview = only
    ? releases
        .slice(0, PREVIEWED)
        .map(({ title, artist }) => `${title} – ${artist}`)
        .join(', ')
    : (paragraphs[0] ?? '');
  const foot = [
    escape(footer),
    ...(links.length > 0 ? [links.map((one) => softLink(one.url, one.words)).join(' · ')] : []),
  ];
  return `<!doctype html>
<html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(heading)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f9f5f0">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
${table(
  'width="100%"',
  `<td class="page" align="center" bgcolor="#f9f5f0" style="padding:36px 16px">
${table(
  'width="100%" style="max-width:560px"',
  `<td style="padding:0 8px 20px">${mark(product)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:40px 40px 28px;border:1px solid #e6e0d8;border-radius:20px">
${[...body, ...(fine.length > 0 ? [below(fine.join('\n'))] : [])].join('\n')}
</td></tr>
<tr><td class="foot" style="padding:24px 8px">${foot.map(soft).join('\n')}</td>`,
)}
</td>`,
)}
</body></html>
`;
}

/** The record with the amber label, made of two round cells. */
const mark = (product: string) =>
  table(
    '',
    `<td class="disc" width="30" height="30" align="center" bgcolor="${TEXT}" style="width:30px;height:30px;border-radius:15px;line-height:0">
<span style="display:inline-block;width:12px;height:12px;border-radius:6px;background:${AMBER}"></span></td>
<td class="words" style="padding-left:10px;${FONT};font-size:18px;font-weight:700;letter-spacing:-0.3px;color:${TEXT}">${escape(product)}</td>`,
  );

const quotation = (quote: string) =>
  table(
    'width="100%" style="margin:0 0 16px"',
    `<td class="sunk" bgcolor="#f9f5f0" style="padding:16px 20px;border-left:3px solid ${AMBER};border-radius:4px 12px 12px 4px">${words('blockquote', 'margin:0', escape(quote).replaceAll('\n', '<br>'))}</td>`,
  );

const largeCode = (code: string) =>
  table(
    'width="100%" style="margin:8px 0 24px"',
    `<td class="sunk words" align="center" bgcolor="#f9f5f0" style="padding:20px 8px 20px 18px;border-radius:12px;${FONT};font-size:36px;line-height:44px;font-weight:700;letter-spacing:10px;color:${TEXT}">${escape(code)}</td>`,
  );

const press = ({ words, url }: { words: string; url: string }) =>
  table(
    'style="margin:10px 0 26px"',
    `<td bgcolor="${AMBER}" style="border-radius:26px"><a class="press" href="${escape(url)}" rel="noopener" style="display:inline-block;padding:14px 30px;${FONT};font-size:16px;line-height:22px;font-weight:700;color:#211205;text-decoration:none">${escape(words)}</a></td>`,
  );

/** What is only read when something did not go as it should. */
const below = (html: string) =>
  table(
    'width="100%" style="margin:8px 0 0"',
    `<td class="line" style="border-top:1px solid #e6e0d8;padding-top:20px">${html}</td>`,
  );

function asText(pieces: MailPieces): string {
  const { heading, paragraphs, button, code, quote, releases = [], more, note, footer, links = [] } = pieces;
  const linkText = (one: { words: string; url: string }) => `${one.words}:\n${one.url}`;
  const parts = [
    heading,
    ...paragraphs,
    ...(quote ? [quote.replaceAll(/^/gm, '> ')] : []),
    ...releaseTexts(releases),
    ...(more ? [linkText(more)] : []),
    ...(code ? [code] : []),
    ...(button ? [linkText(button)] : []),
    ...(note ? [note] : []),
    [`-- \n${footer}`, ...links.map(linkText)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
