/** The pieces of a mail in the order they stand; plain text, escaped here. */
export interface MailPieces {
  language: string;
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

const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";

/** What dark mail clients change; the rest read the colours that stand in the elements. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:#8a5300}
@media (prefers-color-scheme:dark){
.page{background:#191614!important}.card{background:#24201d!important}
.words,.code{color:#f3eee6!important}.soft{color:#b9b1a6!important}.quote{border-color:#4b443e!important}a{color:#f0b35c!important}
.press{color:#2a1a05!important}}
@media (max-width:480px){.card{padding:24px 20px!important}.page{padding:12px!important}}`;

/** A mail as HTML for any reader (tables, inline styles, no pictures) and as plain text. */
export function layMailOut(pieces: MailPieces): { html: string; text: string } {
  return { html: asHtml(pieces), text: asText(pieces) };
}

function asHtml({ language, heading, paragraphs, button, code, quote, note, byHand, footer }: MailPieces): string {
  const words = (text: string) =>
    `<p class="words" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#2b2622">${escape(text)}</p>`;
  const soft = (html: string) =>
    `<p class="soft" style="margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:#6b635b">${html}</p>`;
  const link = (url: string) => `<a href="${escape(url)}" style="word-break:break-all">${escape(url)}</a>`;
  const body = [
    `<h1 class="words" style="margin:0 0 16px;${FONT};font-size:24px;line-height:30px;font-weight:700;color:#2b2622">${escape(heading)}</h1>`,
    ...paragraphs.map(words),
    ...(quote
      ? [
          `<blockquote class="quote words" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #d9cfc3;${FONT};font-size:16px;line-height:24px;color:#2b2622">${escape(quote).replaceAll('\n', '<br>')}</blockquote>`,
        ]
      : []),
    ...(code
      ? [
          `<p class="code" style="margin:8px 0 24px;${FONT};font-size:36px;line-height:44px;font-weight:700;letter-spacing:8px;color:#2b2622">${escape(code)}</p>`,
        ]
      : []),
    ...(button
      ? [
          `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="#f0a83c" style="border-radius:24px"><a class="press" href="${escape(button.url)}" style="display:inline-block;padding:13px 26px;${FONT};font-size:16px;font-weight:700;color:#2a1a05;text-decoration:none">${escape(button.words)}</a></td></tr></table>`,
          soft(`${escape(byHand)}<br>${link(button.url)}`),
        ]
      : []),
    ...(note ? [soft(escape(note))] : []),
  ];
  return `<!doctype html>
<html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(heading)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4efe8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" bgcolor="#f4efe8" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="card" bgcolor="#ffffff" style="padding:32px;border-radius:20px">
${body.join('\n')}
</td></tr><tr><td style="padding:20px 32px">${soft(escape(footer))}</td></tr></table>
</td></tr></table></body></html>
`;
}

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
