import { describe, expect, test } from 'vitest';
import { sanitizePromo } from '../../catalogue/document/promoHtml.ts';
import { decodeHtml } from './deliveryFiles.ts';

const delivered = ['images/a.png', 'promo_files/b c.jpg', 'C.PNG'];
const sanitize = (html: string) =>
  sanitizePromo(html, '/delivery', (path) => delivered.find((file) => file.toLowerCase() === path.toLowerCase()));
const clean = (html: string) => sanitize(html).html;

describe('what a mail hides is left out with all that is in it', () => {
  test.each([
    '<div style="display:none">H<b>H</b></div>',
    '<div style="DISPLAY : None !important">H</div>',
    '<span style="visibility:hidden">H</span>',
    '<div style="max-height:0px;overflow:hidden">H<table><tr><td>H</td></tr></table></div>',
    '<div style="height:0;overflow-y:hidden">H</div>',
    '<td style="opacity:0">H</td>',
    '<div style="font-size:1px;line-height:1px;color:#fff">H</div>',
    '<span style="font-size:0">H</span>',
    '<div style="text-indent:-9999px">H</div>',
    '<div style="position:absolute;left:-9999px">H</div>',
    '<div style="position:absolute;clip:rect(0 0 0 0)">H</div>',
    '<p style="color:#fff;background-color:#FFF">H</p>',
    '<div hidden>H</div>',
    '<dialog>H</dialog>',
    '<style>@import "x.css"; .preheader, #p { display:none !important }</style><p class="big preheader">H</p>',
    '<style><!-- /* a { */ #p{mso-hide:all;display:none} --></style><p id="p">H</p>',
    '<style>td.hide{display:none}</style><table><tr><td class="hide">H</td></tr></table>',
    '<img style="display:none" src="images/a.png" alt="H">',
    '<div hidden>H<img src="images/a.png"><div style="display:none">H</div>H',
  ])('%s', (html) => {
    const { html: shown, pictures } = sanitize(`<p>before</p>${html}</div><p>after</p>`);
    expect(shown.replace(/<\/?(table|tr)>/g, '')).toBe('<p>before</p><p>after</p>');
    expect(pictures.size).toBe(0);
  });
});

describe('what is shown stays', () => {
  test.each([
    '<div style="font-size:0;line-height:0"><p>S</p></div>',
    '<div style="mso-hide:all">S</div>',
    '<div style="overflow:hidden;height:10px">S</div>',
    '<style>@media (max-width:600px){.wide{display:none}}</style><p class="wide">S</p>',
    '<style>@media screen{@supports (x:y){.wide{display:none}}} .other{color:red}</style><p class="wide">S</p>',
    '<!--[if mso]><style>p{display:none}</style><![endif]--><p>S</p>',
    '<!--[if !mso]><!--><p>S</p><!--<![endif]-->',
    '<style>.a .b{display:none}</style><p class="b">S</p>',
    '<style>.a{display:none}</style><p class="a" style="display:block">S</p>',
    '<style>}}{.constructor{</style><p class="constructor __proto__">S</p>',
  ])('%s', (html) => expect(clean(html)).toContain('S'));
});

test.each([
  ['<section>a</section><section>b</section>', '<div>a</div><div>b</div>'],
  ['<center>a</center>b<address>c</address>', '<div>a</div>b<div>c</div>'],
  ['<details><summary>a</summary>b</details>', '<div><div>a</div>b</div>'],
  ['<table><tfoot><tr><td>a</td></tr></tfoot></table>', '<table><tfoot><tr><td>a</td></tr></tfoot></table>'],
  ['<p><img src="https://a.test/a.png"><b>a</b>b</p>', '<p><b>a</b>b</p>'],
  ['<q>a</q><abbr title="b">c</abbr><bdo dir="rtl">d</bdo>', '<q>a</q><abbr title="b">c</abbr><bdo dir="rtl">d</bdo>'],
  ['<p dir="rtl" lang="he" onclick="x()">a</p>', '<p dir="rtl" lang="he">a</p>'],
  ['<html lang="ar" dir="rtl"><body>a</body></html>', '<div lang="ar" dir="rtl">a</div>'],
  [
    '<ol start="3" reversed type="a"><li value="7">a</li></ol>',
    '<ol start="3" reversed type="a"><li value="7">a</li></ol>',
  ],
  ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>a</p></b>', '<span><p>a</p></span>'],
  ['<span style="font-weight:700">a</span>', '<strong>a</strong>'],
  ['<span style="font-weight:400">a</span>', '<span>a</span>'],
  ['<style>.c1{font-weight:700}.c2{font-style:italic}</style><span class="c2">a</span>', '<em>a</em>'],
  ['<style>.c1{font-weight:700}.c2{font-style:italic}</style><span class="c1 c2">a</span>', '<strong>a</strong>'],
])('%s becomes %s', (html, expected) => expect(clean(html)).toBe(expected));

test.each([
  ['https://a.test/x', 'https://a.test/x'],
  [' HTTP://a.test ', 'HTTP://a.test'],
  ['www.a.test/x', 'https://www.a.test/x'],
  ['//a.test', 'https://a.test'],
  ['mailto:a@b.test', 'mailto:a@b.test'],
  ['tel:+49 30 1', 'tel:+49 30 1'],
  ['about.html', undefined],
  ['/shop', undefined],
  ['#top', undefined],
  ['', undefined],
  ['*|UNSUB|*', undefined],
  ['javascript:x()', undefined],
  ['java\nscript:x()', undefined],
])('a link to "%s" leads to %s', (href, expected) => {
  const rest = 'rel="noopener noreferrer" target="_blank"';
  expect(clean(`<a href="${href}">a</a>`)).toBe(expected ? `<a href="${expected}" ${rest}>a</a>` : '<span>a</span>');
});

const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');

test.each([
  ['images/a.png', 'images/a.png'],
  ['./images/../IMAGES/A.PNG?v=1', 'images/a.png'],
  ['images\\a.png', 'images/a.png'],
  ['promo_files/b%20c.jpg', 'promo_files/b c.jpg'],
  ['c.png', 'C.PNG'],
  [`data:image/png;base64,${png}`, Buffer.from(png, 'base64')],
])('the picture %s is used', (src, source) => {
  const { html, pictures, missing } = sanitize(`<img src="${src}"><img src="${src}">`);
  expect([...pictures.values()]).toEqual([source]);
  expect([...missing]).toEqual([]);
  const [name = ''] = pictures.keys();
  expect(name).toMatch(/^1\.(png|jpg)$/);
  expect(html).toBe(`<img src="promo-picture:${name}" />`.repeat(2));
});

test.each([
  ['images/none.png', true],
  ['../a.png', true],
  ['cid:image001.png@01D', true],
  ['file:///C:/Users/a.png', true],
  ['C:\\a.png', true],
  ['data:image/svg+xml,<svg/>', true],
  ['https://a.test/a.png', false],
  ['//a.test/a.png', false],
  ['', false],
])('the picture "%s" is not used, and missing: %s', (src, isMissing) => {
  const { html, missing } = sanitize(`<p>a<img src='${src}'></p>`);
  expect(html).toBe('<p>a</p>');
  expect([...missing]).toEqual(isMissing ? [src] : []);
});

test.each([
  ['declared in Cyrillic', '<meta charset=windows-1251>\xcf\xf0', 'Пр'],
  ['declared by its http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\xb1', 'ą'],
  ['declared in Japanese', '<meta charset="Shift_JIS">\x82\xa0', 'あ'],
  ['declared in a comment', '<!-- <meta charset=windows-1251> -->\xe9', 'é'],
  ['declared as UTF-16, which it cannot be', '<meta charset="utf-16">\xc3\xa9', 'é'],
  ['declared as Latin 1', '<meta charset="iso-8859-1">\x80', '€'],
  ['an unknown name', '<meta charset="nothing">\xe9', 'é'],
  ['not declared', '\xc3\xa9', 'é'],
  ['not declared and not UTF-8', '\xe9', 'é'],
  ['with a byte order mark', '\xef\xbb\xbf<meta charset=windows-1251>\xc3\xa9', 'é'],
])('a text whose encoding is %s is read', (_name, bytes, expected) => {
  expect(decodeHtml(Buffer.from(bytes, 'latin1')).replace(/<!--.*-->|<[^>]*>/g, '')).toBe(expected);
});

test('style sheets that are wrong cost nothing', () => {
  for (const part of ['/*', '{', '}', '.a,', '<style', '<!--[if', '<style><!--', 'a{b:c;'])
    expect(clean(`<style>${part.repeat(400_000 / part.length).replaceAll('<', ' ')}</style><p>a</p>`)).toContain('a');
});
