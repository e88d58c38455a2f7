import { contentId } from './mailPictures.ts';

/**
 * Renders a mail as HTML that every mail client can show (tables, inline styles, pictures only by `cid:`) and as plain
 * text. All texts are plain and escaped here.
 */
export interface MailContent {
  language: string;
  /** The product name at the top. */
  product: string;
  heading: string;
  paragraphs: string[];
  button?: Link;
  code?: string;
  quote?: string;
  /** A single release is shown large. */
  releases?: MailReleaseRow[];
  /** The link below the releases. */
  more?: Link;
  note: string | undefined;
  /** Introduces the address of the button as text. */
  byHand: string;
  footer: string;
  /** Below the footer. */
  links?: Link[];
}

interface Link {
  words: string;
  url: string;
}

export interface MailReleaseRow {
  title: string;
  artist: string;
  /** Label, type, impact date. */
  facts: string[];
  /** The message of the person who shared it. */
  quote?: string;
  url: string;
  /** The storage key of a square JPEG; without one the colour is shown. */
  picture: string | undefined;
  /** `#rrggbb` */
  color: string;
}

/** Stands for the sentence that says where answers go, which is known when the mail is sent. */
const ANSWERS = '<!--answers-->';

/** Adds the sentence of where answers go to a rendered mail. */
export const addAnswers = ({ html, text }: { html: string; text: string }, sentence: string) => ({
  html: html.replace(ANSWERS, () => soft(escape(sentence))),
  text: `${text.trimEnd()}\n\n${sentence}\n`,
});

export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: renderHtml(content), text: renderText(content) };
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";
const TEXT = '#1e1712';
const SOFT = '#645c55';
const AMBER = '#ffad3c';

/** Dark and narrow screens, for the clients that support media queries. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f0b09!important}.card{background:#201b18!important;border-color:#2d2622!important}
.words{color:#f5f1e9!important}.soft{color:#aaa49c!important}.disc{background:#3f3631!important}
.sunk{background:#2d2622!important}.line{border-color:#3f3631!important}.press{color:#211205!important}}
@media (max-width:480px){.page{padding:20px 12px!important}.card{padding:28px 22px 16px!important}.foot{padding:20px 10px!important}}`;

/** How many releases the preview text of a mail list names. */
const PREVIEW_RELEASES = 3;

function renderHtml(content: MailContent): string {
  const { language, product, heading, paragraphs, button, code, quote, note, byHand, footer } = content;
  const { releases = [], more, links = [] } = content;
  const [firstRelease] = releases;
  const body = [
    `<h1 class="words" style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.4px;color:${TEXT};overflow-wrap:anywhere">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => words('p', 'margin:0 0 16px', escape(paragraph))),
    quote && renderQuote(quote),
    firstRelease && (releases.length > 1 ? renderReleases(releases) : renderSingleRelease(firstRelease)),
    more && words('p', 'margin:0 0 16px', softLink(more)),
    code && renderCode(code),
    button && renderButton(button),
    (note ?? button) && renderSmallPrint(note, button && { byHand, url: button.url }),
  ];
  const named = releases.slice(0, PREVIEW_RELEASES).map(({ title, artist }) => `${title} – ${artist}`);
  const preview = firstRelease ? named.join(', ') : (paragraphs[0] ?? '');
  const foot = [escape(footer), links.map((link) => softLink(link)).join(' · ')].filter(Boolean);
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
  `<td style="padding:0 8px 20px">${renderLogo(product)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:40px 40px 28px;border:1px solid #e6e0d8;border-radius:20px">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="foot" style="padding:24px 8px">${foot.map(soft).join('\n')}${ANSWERS}</td>`,
)}
</td>`,
)}
</body></html>
`;
}

/** The vinyl disc of the logo, made of two round cells, and the product name. */
const renderLogo = (product: string) =>
  table(
    '',
    `<td class="disc" width="30" height="30" align="center" bgcolor="${TEXT}" style="width:30px;height:30px;border-radius:15px;line-height:0">
<span style="display:inline-block;width:12px;height:12px;border-radius:6px;background:${AMBER}"></span></td>
<td class="words" style="padding-left:10px;${FONT};font-size:18px;font-weight:700;letter-spacing:-0.3px;color:${TEXT}">${escape(product)}</td>`,
  );

const renderQuote = (quote: string) =>
  table(
    'width="100%" style="margin:0 0 16px"',
    `<td class="sunk" bgcolor="#f9f5f0" style="padding:16px 20px;border-left:3px solid ${AMBER};border-radius:4px 12px 12px 4px">${words('blockquote', 'margin:0', escape(quote).replaceAll('\n', '<br>'))}</td>`,
  );

const renderCode = (code: string) =>
  table(
    'width="100%" style="margin:8px 0 24px"',
    `<td class="sunk words" align="center" bgcolor="#f9f5f0" style="padding:20px 8px 20px 18px;border-radius:12px;${FONT};font-size:36px;line-height:44px;font-weight:700;letter-spacing:10px;color:${TEXT}">${escape(code)}</td>`,
  );

const renderButton = ({ words, url }: Link) =>
  table(
    'style="margin:10px 0 26px"',
    `<td bgcolor="${AMBER}" style="border-radius:26px"><a class="press" href="${escape(url)}" rel="noopener" style="display:inline-block;padding:14px 30px;${FONT};font-size:16px;line-height:22px;font-weight:700;color:#211205;text-decoration:none">${escape(words)}</a></td>`,
  );

/** The note, and the address of the button as text. */
function renderSmallPrint(note: string | undefined, address: { byHand: string; url: string } | undefined): string {
  const link = address && softLink({ url: address.url, words: address.url }, 'font-size:12px;word-break:break-all');
  const paragraphs = [note && escape(note), address && `${escape(address.byHand)}<br>${link}`];
  return table(
    'width="100%" style="margin:8px 0 0"',
    `<td class="line" style="border-top:1px solid #e6e0d8;padding-top:20px">${paragraphs
      .flatMap((html) => (html ? [soft(html)] : []))
      .join('\n')}</td>`,
  );
}

const ROW_PX = 64;
/** Fits a window of 320 px. */
const SINGLE_PX = 220;

const renderReleases = (releases: readonly MailReleaseRow[]): string =>
  releases
    .map((release) =>
      table(
        'width="100%" style="margin:0 0 20px"',
        `<td width="${ROW_PX}" valign="top" style="width:${ROW_PX}px">${renderCover(release, ROW_PX, 8)}</td>
<td valign="top" style="padding-left:16px">
<a class="words" href="${escape(release.url)}" rel="noopener" style="display:block;${FONT};font-size:17px;line-height:22px;font-weight:700;color:${TEXT};text-decoration:none;overflow-wrap:anywhere">${escape(release.title)}</a>
<span class="words" style="display:block;${FONT};font-size:15px;line-height:21px;color:${TEXT};overflow-wrap:anywhere">${escape(release.artist)}</span>
<span class="soft" style="display:block;${FONT};font-size:13px;line-height:19px;color:${SOFT};overflow-wrap:anywhere">${joinFacts(release)}</span>${release.quote ? renderQuote(release.quote) : ''}</td>`,
      ),
    )
    .join('\n');

const renderSingleRelease = (release: MailReleaseRow): string =>
  `${table('style="margin:0 0 20px"', `<td width="${SINGLE_PX}">${renderCover(release, SINGLE_PX, 14)}</td>`)}
${words('p', 'margin:0 0 4px', escape(release.artist))}
${soft(joinFacts(release))}`;

const joinFacts = ({ facts }: MailReleaseRow) => escape(facts.join(' · '));

/** The cell has the release's colour, for clients that do not show pictures. */
function renderCover({ title, url, picture, color }: MailReleaseRow, px: number, radius: number): string {
  const square = `width:${px}px;height:${px}px;border-radius:${radius}px`;
  const content = picture
    ? `<a href="${escape(url)}" rel="noopener" style="display:block;${square};overflow:hidden;text-decoration:none"><img src="cid:${escape(contentId(picture))}" width="${px}" height="${px}" alt="${escape(title)}" style="display:block;${square};border:0;${FONT};font-size:11px;color:${AMBER}"></a>`
    : '&nbsp;';
  return table(
    `width="${px}"`,
    `<td width="${px}" height="${px}" bgcolor="${escape(color)}" style="${square};background:${escape(color)};line-height:0;font-size:0">${content}</td>`,
  );
}

const table = (attributes: string, cells: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}><tr>${cells}</tr></table>`;

const words = (tag: 'p' | 'blockquote', style: string, html: string): string =>
  `<${tag} class="words" style="${style};${FONT};font-size:16px;line-height:25px;color:${TEXT};overflow-wrap:anywhere">${html}</${tag}>`;

/** Secondary text. */
const soft = (html: string): string =>
  `<p class="soft" style="margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:${SOFT};overflow-wrap:anywhere">${html}</p>`;

const softLink = ({ url, words }: Link, style = ''): string =>
  `<a class="soft" href="${escape(url)}" rel="noopener" style="color:${SOFT};${style}">${escape(words)}</a>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const quoteText = (quote: string): string => quote.replaceAll(/^/gm, '> ');

function renderText(content: MailContent): string {
  const { heading, paragraphs, button, code, quote, releases = [], more, note, footer, links = [] } = content;
  const linkText = ({ words, url }: Link) => `${words}:\n${url}`;
  // The title and the link of a single release are the heading and the button.
  const releaseText = ({ title, artist, facts, quote, url }: MailReleaseRow) => {
    const details = [facts.join(' · '), quote && quoteText(quote)].filter(Boolean);
    return (releases.length > 1 ? [`${title} – ${artist}`, ...details, url] : [artist, ...details]).join('\n');
  };
  const parts = [
    heading,
    ...paragraphs,
    quote && quoteText(quote),
    ...releases.map(releaseText),
    more && linkText(more),
    code,
    button && linkText(button),
    note,
    [`-- \n${footer}`, ...links.map(linkText)].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
