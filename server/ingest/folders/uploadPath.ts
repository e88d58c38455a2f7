const PATH_MAX = 500;
/** Bytes of one name; file systems allow 255. */
const NAME_BYTES_MAX = 240;

/** Why a path of an upload or of a zip cannot be taken, as a sentence; undefined when it can. */
export function findPathProblem(path: string): string | undefined {
  if (path.length > PATH_MAX) return `The name of a file has at most ${PATH_MAX} characters, with its folders.`;
  if (/\p{Cc}/u.test(path)) return 'The name of a file has no control characters or line breaks.';
  if (/\\|^\//.test(path)) return 'The name of a file is relative to its delivery, with / between folders.';
  const names = path.split('/');
  if (names.some((name) => ['', '.', '..'].includes(name)))
    return 'The name of a file has no empty folders, and none called . or ..';
  if (names.some((name) => Buffer.byteLength(name) > NAME_BYTES_MAX))
    return `The name of a file or folder has at most ${NAME_BYTES_MAX} bytes in UTF-8.`;
  return undefined;
}

/** Equal for names that some file system takes for the same. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();
