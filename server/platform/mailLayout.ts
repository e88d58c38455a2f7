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
  note: string | undefined;
  /** In front of the address, for who cannot press the button. */
  byHand: string;
  footer: string;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";
const TEXT = '#1e1712';
const SOFT = '#645c55';
const AMBER = '#ffad3c';

/** What clients that know dark or narrow screens change; the others read what stands in the elements. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f0b09!important}.card{background:#201b18!important;border-color:#2d2622!important}
.words{color:#f5f1e9!important}.soft{color:#aaa49c!important}.disc{background:#3f3631!important}
.sunk{background:#2d2622!important}.line{border-color:#3f3631!important}.press{color:#211205!important}}
@media (max-width:480px){.page{padding:20px 12px!important}.card{padding:28px 22px 16px!important}.foot{padding:20px 10px!important}}`;

/** A mail as HTML for any reader (tables, inline styles, no pictures) and as plain text. */
export function layMailOut(pieces: MailPieces): { html: string; text: string } {
  return { html: asHtml(pieces), text: asText(pieces) };
}

function asHtml(pieces: MailPieces): string {
  const { language, product, heading, paragraphs, button, code, quote, note, byHand, footer } = pieces;
  const body = [
    `<h1 class="words" style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.4px;color:${TEXT};overflow-wrap:anywhere">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => words('p', 'margin:0 0 16px', escape(paragraph))),
    ...(quote ? [quotation(quote)] : []),
    ...(code ? [largeCode(code)] : []),
    ...(button ? [press(button)] : []),
  ];
  const fine = [
    ...(note ? [soft(escape(note))] : []),
    ...(button ? [soft(`${escape(byHand)}<br>${link(button.url)}`)] : []),
  ];
  return `<!doctype html>
<html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(heading)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f9f5f0">
<div style="display:none;max-height:0;overflow:hidden">${escape(paragraphs[0] ?? '')}</div>
${table(
  'width="100%"',
  `<td class="page" align="center" bgcolor="#f9f5f0" style="padding:36px 16px">
${table(
  'width="100%" style="max-width:560px"',
  `<td style="padding:0 8px 20px">${mark(product)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:40px 40px 28px;border:1px solid #e6e0d8;border-radius:20px">
${[...body, ...(fine.length > 0 ? [below(fine.join('\n'))] : [])].join('\n')}
</td></tr>
<tr><td class="foot" style="padding:24px 8px">${soft(escape(footer))}</td>`,
)}
</td>`,
)}
</body></html>
`;
}

const table = (attributes: string, cells: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}><tr>${cells}</tr></table>`;

const words = (tag: 'p' | 'blockquote', style: string, html: string) =>
  `<${tag} class="words" style="${style};${FONT};font-size:16px;line-height:25px;color:${TEXT};overflow-wrap:anywhere">${html}</${tag}>`;

const soft = (html: string) =>
  `<p class="soft" style="margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:${SOFT};overflow-wrap:anywhere">${html}</p>`;

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

const link = (url: string) =>
  `<a class="soft" href="${escape(url)}" rel="noopener" style="color:${SOFT};font-size:12px;word-break:break-all">${escape(url)}</a>`;

function asText({ heading, paragraphs, button, code, quote, note, footer }: MailPieces): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(quote ? [quote.replaceAll(/^/gm, '> ')] : []),
    ...(code ? [code] : []),
    ...(button ? [`${button.words}:\n${button.url}`] : []),
    ...(note ? [note] : []),
    `-- \n${footer}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
