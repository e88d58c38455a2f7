import { LINE_MAX } from '@promenade/contract/limits';

/** A file with its path inside the delivery, in Unicode NFC. */
export interface ChosenFile {
  path: string;
  file: File;
}

export interface ChosenFiles {
  /** Of the first folder, else the first zip, else the first song, without its ending. */
  name: string;
  /** By path; numbers in names count. */
  files: ChosenFile[];
}

/** What systems leave in folders and zips. */
const HIDDEN = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)$/i;
const { compare } = new Intl.Collator('en', { numeric: true });

export const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true;

/** Reads what was dropped, with the files of all folders inside. @throws when a file cannot be read */
export async function readDropped({ items }: DataTransfer): Promise<ChosenFiles> {
  // The list is empty once something was awaited.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files = await Promise.all(entries.map(readEntry));
  return arrangeFiles(files.flat());
}

/** Those of an input; of a folder, the browser gives the paths. */
export const readChosen = (files: Iterable<File>): ChosenFiles =>
  arrangeFiles([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

async function readEntry(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (HIDDEN.test(entry.name)) return [];
  if (isFolder(entry)) return (await Promise.all((await listFolder(entry)).map(readEntry))).flat();
  const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
  return [{ path: entry.fullPath.slice(1), file }];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Browsers give a hundred entries at a time, in the end none. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Leaves out hidden files, and from the paths the folder that all are in. */
function arrangeFiles(read: readonly ChosenFile[]): ChosenFiles {
  const visible = read
    .filter(({ path }) => !path.split('/').some((part) => HIDDEN.test(part)))
    .map(({ path, file }) => ({ path: path.normalize('NFC'), file }))
    .toSorted((a, b) => compare(a.path, b.path));
  const [folder = '', ...rest] = visible[0]?.path.split('/') ?? [];
  const isShared = rest.length > 0 && visible.every(({ path }) => path.startsWith(`${folder}/`));
  const files = isShared ? visible.map(({ path, file }) => ({ path: path.slice(folder.length + 1), file })) : visible;
  const name = nameFiles(visible.map(({ path }) => path));
  const once = new Map(files.toReversed().map((chosen) => [chosen.path, chosen]));
  return { name: name.slice(0, LINE_MAX), files: files.filter((chosen) => once.get(chosen.path) === chosen) };
}

const EXTRA = /\.(jpe?g|png|webp|gif|tiff?|avif|pdf|docx?|txt|html?|json)$/i;

/** A picture or a text beside others does not name them. */
function nameFiles(paths: readonly string[]): string {
  const tops = paths.map((path) => path.split('/')[0] ?? '');
  const folder = paths.find((path) => path.includes('/'))?.split('/')[0];
  const file = tops.find((name) => /\.zip$/i.test(name)) ?? tops.find((name) => !EXTRA.test(name)) ?? tops[0] ?? '';
  return folder ?? file.replace(/(?<=.)\.\w{2,5}$/, '');
}
