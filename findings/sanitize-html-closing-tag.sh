#!/usr/bin/env bash
# sanitize-html 2.18.1 (npm): an element that a transform renames to a tag that is not allowed is dropped, as documented,
# but the next closing tag at that depth takes the name of the dropped element:
# <p><img src="x"><b>bold</b></p> becomes <p><b>bold</dropped></p>
# Concerns everybody who drops pictures of newsletters by a transform: what follows stays bold.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund sanitize-html@2.18.1 || exit 1
cat >try.cjs <<'JS'
const sanitize = require('sanitize-html');
const html = sanitize('<p><img src="x"><b>bold</b></p>', {
  allowedTags: ['p', 'b', 'img'],
  transformTags: { img: () => ({ tagName: 'dropped', attribs: {} }) },
});
console.log(html);
process.exit(html === '<p><b>bold</dropped></p>' ? 0 : 1);
JS
node try.cjs
