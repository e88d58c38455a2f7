#!/usr/bin/env bash
# dependency-cruiser 18.7.2 with @swc/core 1.16.22 (npm): with `parser: 'swc'`, which its documentation offers for TypeScript, one
# file with a `using` declaration (ECMAScript 2026, TypeScript 5.2) ends the whole run, and no rule is checked. swc itself
# parses the file; the visitor behind that option does not know its statement. With the default parser the file is read.
# Seen: ERROR: Extracting dependencies ran afoul of... Unknown statement type: UsingDeclaration ... in a.ts (exit code 1);
# with the default parser `b.ts → a.ts`, exit code 0.
# Concerns everybody who checks boundaries by swc, as one does beside TypeScript 7, which it does not read, and begins to use
# explicit resource management.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm pkg set type=module &&
  npm install --silent --no-audit --no-fund dependency-cruiser@18.7.2 @swc/core@1.16.22 node@26.10.0 || exit 1
printf '%s\n' 'export function open() {' '  using file = { [Symbol.dispose]() {} };' '  return file;' '}' >a.ts
echo "import { open } from './a.ts'; open();" >b.ts
check() {
  echo "export default { forbidden: [], options: { tsPreCompilationDeps: true$1 } };" >rules.mjs
  node_modules/.bin/node node_modules/.bin/depcruise --config rules.mjs a.ts b.ts --output-type text 2>&1
}
swc=$(check ", parser: 'swc'")
with_swc=$?
plain=$(check '')
without=$?
echo "swc ended with $with_swc: $swc"
echo "the default parser ended with $without: $plain"
[ "$with_swc" = 1 ] && [[ "$swc" == *'UsingDeclaration'* ]] && [ "$without" = 0 ] && [[ "$plain" == *'b.ts → a.ts'* ]]
