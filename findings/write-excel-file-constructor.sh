#!/usr/bin/env bash
# write-excel-file 4.1.1 (npm): a cell whose text is the name of a property of Object.prototype ("constructor",
# "toString", "valueOf") is written with a function as the number of its shared string, so the workbook is invalid:
# <c r="A1" t="s"><v>function Object() { [native code] }</v></c>
# Concerns everybody who exports free text, such as song titles, to spreadsheets with it.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund write-excel-file@4.1.1 fflate@0.8.3 || exit 1
cat >try.mjs <<'JS'
import { strFromU8, unzipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
const bytes = await writeExcelFile([['constructor'], ['Constructor']]).toBuffer();
const sheet = strFromU8(unzipSync(new Uint8Array(bytes))['xl/worksheets/sheet1.xml']);
const values = [...sheet.matchAll(/<v>([^]*?)<\/v>/g)].map(([, value]) => value);
console.log(values);
process.exit(values[0].startsWith('function Object') && values[1] === '0' ? 0 : 1);
JS
node try.mjs
