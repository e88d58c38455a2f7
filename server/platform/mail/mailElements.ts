/** Colours and type of every mail, in light; what a dark one changes stands in `STYLE`. */
export const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";
export const TEXT = '#1e1712';
export const SOFT = '#645c55';
export const AMBER = '#ffad3c';

/** What clients that know dark or narrow screens change; the others read what stands in the elements. */
export const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f0b09!important}.card{background:#201b18!important;border-color:#2d2622!important}
.words{color:#f5f1e9!important}.soft{color:#aaa49c!important}.disc{background:#3f3631!important}
.sunk{background:#2d2622!important}.line{border-color:#3f3631!important}.press{color:#211205!important}}
@media (max-width:480px){.page{padding:20px 12px!important}.card{padding:28px 22px 16px!important}.foot{padding:20px 10px!important}}`;

/** A table of one row, for looks only. */
export const table = (attributes: string, cells: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}><tr>${cells}</tr></table>`;

/** Text that is read. */
export const words = (tag: 'p' | 'blockquote', style: string, html: string): string =>
  `<${tag} class="words" style="${style};${FONT};font-size:16px;line-height:25px;color:${TEXT};overflow-wrap:anywhere">${html}</${tag}>`;

/** Text that is there when somebody looks for it. */
export const soft = (html: string): string =>
  `<p class="soft" style="margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:${SOFT};overflow-wrap:anywhere">${html}</p>`;

/** A link in such text; `style` for what is different. */
export const softLink = (url: string, text: string, style = ''): string =>
  `<a class="soft" href="${escape(url)}" rel="noopener" style="color:${SOFT};${style}">${escape(text)}</a>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Plain text as HTML, also within an attribute. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
