#!/usr/bin/env bash
# @zip.js/zip.js 2.24.0 (npm): for its entry `lib/zip-core-reader.js` the package declares the types of the whole library, but
# the module exports a part. TypeScript accepts `import { BlobReader } from '@zip.js/zip.js/lib/zip-core-reader.js'`, and the
# program ends at its start: the module has no such export. `lib/zip-core-native.js` has it.
# Seen: tsc 0 errors; SyntaxError … does not provide an export named 'BlobReader'.
# Concerns everybody who chooses the small entry by what the editor offers.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm pkg set type=module && npm install --silent --no-audit --no-fund @zip.js/zip.js@2.24.0 typescript@5.9.3 || exit 1
echo "import { BlobReader } from '@zip.js/zip.js/lib/zip-core-reader.js'; console.log(typeof BlobReader);" >try.ts
npx tsc --module nodenext --target es2022 --skipLibCheck --lib es2022,dom try.ts
types=$?
said=$(node try.js 2>&1 | grep SyntaxError)
echo "tsc ended with $types"
echo "$said"
[ "$types" = 0 ] && [[ "$said" == *"'BlobReader'"* ]]
