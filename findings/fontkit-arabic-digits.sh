#!/usr/bin/env bash
# fontkit 2.0.4 (npm), with Amiri of @fontsource/amiri 5.2.8: a run of Arabic-Indic digits alone is laid out from right to
# left, so that the number reads backwards. Digits go from left to right in Arabic, too (Unicode: class AN of UAX #9).
# Seen: text ٢٠٢٦ (2026) is drawn as the glyphs of ٦٢٠٢ (6202), from left to right; 2026 as 2026.
# Concerns everybody who draws text with it, such as by pdfkit: dates and prices of Arabic and Persian texts. Lay digits out as
# a run with the direction `ltr`.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund fontkit@2.0.4 @fontsource/amiri@5.2.8 || exit 1
cat >try.mjs <<'JS'
import { openSync } from 'fontkit';
const font = openSync('node_modules/@fontsource/amiri/files/amiri-arabic-400-normal.woff');
const drawn = (text, direction) =>
  font.layout(text, [], undefined, undefined, direction).glyphs.flatMap(({ codePoints }) => codePoints);
const show = (codes) => codes.map((code) => String.fromCodePoint(code)).join(' ');
const digits = '\u0662\u0660\u0662\u0666';
const alone = show(drawn(digits));
const told = show(drawn(digits, 'ltr'));
console.log(`text ${[...digits].join(' ')}`);
console.log(`drawn from left to right ${alone}`);
console.log(`with the direction ltr   ${told}`);
process.exit(alone === [...digits].reverse().join(' ') && told === [...digits].join(' ') ? 0 : 1);
JS
node try.mjs
