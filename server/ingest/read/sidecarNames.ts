import { basename, extname } from 'node:path';

/*
 * A file that is meant as `release.json` may have any name that a person, a program or an attacker gives it. Its name is
 * reduced to a skeleton in which each letter that is not ASCII can stand for any letter.
 */

const WILDCARD = '?';
const each = (word: string) => new RegExp([...word].map((letter) => `[${letter}${WILDCARD}]`).join(''));
const RELEASE = each('release');
const JSON_WORD = each('json');
/** Letters that must be the right ones, of the seven of "release" and of all eleven. */
const RELEASE_LETTERS_MIN = 2;
const LETTERS_MIN = 5;
/** Files called `release` that mean something else. */
const OTHER_KINDS =
  /\.(wave?|bwf|rf64|flac|aif[fc]?|mp[34]|og[ga]|opus|m4[av]|aac|mov|webm|jpe?g|png|webp|gif|tiff?|avif|pdf|docx?|odt|m3u8?|cue|pls|log|nfo|sfv|md5|ffp|sha256)$/i;

const skeletonOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}?]/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, WILDCARD)
    .replaceAll('0', 'o')
    .replace(/[1|]/g, 'l')
    .replace(/[5$]/g, 's');
const lettersOf = (skeleton: string) => skeleton.replace(/[^a-z?]/g, '');
const countLetters = (match: string) => match.replaceAll(WILDCARD, '').length;

/** Whether a name may be meant as `release.json`: `Release.JSON`, `release (1).json`, `.release.json.txt`, `release`. */
export function resemblesSidecar(name: string): boolean {
  const skeleton = skeletonOf(name);
  const letters = lettersOf(skeleton.replaceAll('reiease', 'release'));
  const release = RELEASE.exec(letters);
  if (release && countLetters(release[0]) >= RELEASE_LETTERS_MIN) {
    const json = JSON_WORD.exec(letters.slice(release.index + release[0].length));
    if (json && countLetters(release[0]) + countLetters(json[0]) >= LETTERS_MIN) return true;
  }
  const [stem = ''] = skeleton.replace(/^[^a-z?]+/, '').split('.');
  return /^release(copy|final|[lo])*$/.test(lettersOf(stem)) && !OTHER_KINDS.test(name);
}

/** Whether a name has the word "json" where no audio file or picture is expected to have it: `harbour.json`. */
export function mentionsJson(path: string): boolean {
  const name = basename(path);
  const json = JSON_WORD.exec(lettersOf(skeletonOf(name)));
  return json !== null && countLetters(json[0]) > 2 && !OTHER_KINDS.test(extname(name));
}
