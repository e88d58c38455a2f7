interface Step {
  text: string;
  /** Shell lines that work as printed, after those of the steps before. */
  lines: string;
}

/** A delivery by curl alone, for `/api/docs`. @param address of the installation */
export const deliveryExample = (address: string): Step[] => [
  {
    text: 'Your values: a token from your settings, and the folder of a release, with its audio, cover and, if you like, `release.json`.',
    lines: `PROMENADE=${address}
TOKEN=promenade_…
cd ~/Music/night-ferry`,
  },
  {
    text: 'Two functions: one calls the API, and again when the service is busy or starts; one takes the first value of a field from a JSON answer.',
    lines: String.raw`api() { curl --silent --show-error --fail-with-body --retry 5 --retry-connrefused --header "Authorization: Bearer $TOKEN" --write-out '\n' "$@"; }
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }`,
  },
  {
    text: 'The delivery, for the first of your labels.',
    lines: String.raw`LABEL=$(api "$PROMENADE/api/label/labels" | first labelid)
DELIVERY=$(api "$PROMENADE/api/label/deliveries" \
  --json "{\"labelid\":\"$LABEL\",\"name\":\"Night Ferry\"}" | first deliveryid)`,
  },
  {
    text: 'All files are announced with their paths and sizes in one call, so that the delivery knows what it is to receive; an import waits for all of them.',
    lines: String.raw`size() { wc -c < "$1" | tr -d ' '; }
quote() { printf %s "$1" | sed 's/[\\"]/\\&/g'; }
FILES=$(find * -type f | while IFS= read -r name; do
  printf '{"path":"%s","bytes":%s}\n' "$(quote "$name")" "$(size "$name")"
done | paste -s -d , -)
api "$PROMENADE/api/label/deliveries/$DELIVERY/files" --json "{\"files\":[$FILES]}" --output /dev/null`,
  },
  {
    text: 'Each file is created with its size and its path, then sent in parts of 4 MiB (tus 1.0). Each answer says where the next part begins; after a failure `HEAD` of the file says it, too. It stops at a part that fails five times.',
    lines: String.raw`encode() { printf %s "$1" | base64 | tr -d '\n'; }
upload() {
  size=$(size "$1")
  file=$PROMENADE$(api "$PROMENADE/api/label/uploads" --request POST --write-out '%header{location}' \
    --header 'Tus-Resumable: 1.0.0' --header "Upload-Length: $size" \
    --header "Upload-Metadata: deliveryid $(encode "$DELIVERY"),path $(encode "$1")") || { echo "$file"; return 1; }
  offset=0 failures=0
  while [ "$offset" -lt "$size" ]; do
    if next=$(tail -c +$((offset + 1)) "$1" | head -c 4194304 |
      api "$file" --request PATCH --data-binary @- --write-out '%header{upload-offset}' \
        --header 'Tus-Resumable: 1.0.0' --header "Upload-Offset: $offset" \
        --header 'Content-Type: application/offset+octet-stream'); then
      offset=$next failures=0
    else
      failures=$((failures + 1))
      [ "$failures" -lt 5 ] || { echo "$1 stopped at $offset: $next"; return 1; }
      sleep 1
      next=$(api "$file" --head --output /dev/null --write-out '%header{upload-offset}' \
        --header 'Tus-Resumable: 1.0.0') && offset=$next
    fi
  done
}
upload_all() { find * -type f | while IFS= read -r name; do upload "$name" || return 1; done; }
upload_all && echo 'All files are there.'`,
  },
  {
    text: 'The import makes a draft of the files, in the background. It is refused while one of them is missing.',
    lines: String.raw`api "$PROMENADE/api/label/deliveries/$DELIVERY/import" --json '{}'
while [ "$(api "$PROMENADE/api/label/deliveries/$DELIVERY" | first state)" = importing ]; do sleep 1; done`,
  },
  {
    text: 'The result: `imported`, or `refused` with one sentence for each problem.',
    lines: String.raw`api "$PROMENADE/api/label/deliveries/$DELIVERY"
RELEASE=$(api "$PROMENADE/api/label/deliveries/$DELIVERY" | first releaseid)`,
  },
  {
    text: 'The report of the release, which counts once it is published: by you in the console, or by `publishDraft`.',
    lines: 'api "$PROMENADE/api/label/releases/$RELEASE/report"',
  },
];
